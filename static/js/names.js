// An earlier name fills the next empty line.
import { body } from "./page.js";

body.addEventListener("click", ({ target: { dataset: { fill, colour } } }) => {
  const lines = [...document.querySelectorAll("[name$=-name]")].filter((line) => line.offsetParent);
  const line = lines.find(({ value }) => !value);
  if (!fill || !line || lines.some(({ value }) => value === fill)) return;
  const select = ({ form, name }) => form[name.replace("name", "colour")];
  const other = lines.find((each) => select(each).value === colour) ?? line;
  if (!other.value) {
    select(other).value = select(line).value;
    select(line).value = colour;
  }
  line.value = fill;
});
