// An earlier name fills the next empty line, and who sits where is called as it stands there.
import { body } from "./page.js";

function call() {
  for (const seat of document.querySelectorAll("[data-called]")) {
    const line = document.querySelector(`[name="${seat.dataset.called}"]`);
    seat.textContent = line.value || line.placeholder;
  }
}

body.addEventListener("input", call);
addEventListener("pageshow", call); // a page come back to holds what was typed

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
  call();
});
