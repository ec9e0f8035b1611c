// A photo is cropped and shrunk before it is sent: a camera makes 5 MB of it, and a row shows 5 kB.
const LONGEST = 1024; // pixels, as the server keeps at most

const part = () => document.querySelector("[name=part]:checked");

async function shrunk(file, ratio, canvas) {
  const picture = await createImageBitmap(file);
  const width = Math.min(picture.width, picture.height * ratio) * (part()?.value ?? 1);
  const height = width / ratio;
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.getContext("2d").drawImage(
    picture,
    (picture.width - width) / 2,
    (picture.height - height) / 2,
    width,
    height,
    0,
    0,
    canvas.width,
    canvas.height,
  );
  picture.close();
  const content = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", 0.9); });
  return new File([content], file.name, { type: content.type });
}

document.addEventListener("change", async ({ target: input }) => {
  if (part()) sessionStorage.part = part().value; // at each change: an early choice came before this script
  if (!input.dataset.ratio) return;
  const canvas = input.form.querySelector("canvas");
  canvas.hidden = false; // what the app keeps is seen at once
  try {
    const sent = new DataTransfer();
    for (const file of input.files) sent.items.add(await shrunk(file, input.dataset.ratio, canvas));
    input.files = sent.files;
  } catch {
    // What this browser cannot read goes as it is: the server reads it, or says why not.
  }
  input.form.submit();
});

// Each photo loads the page anew: what was chosen stays.
const kept = document.querySelector(`[name=part][value="${sessionStorage.part}"]`);
if (kept) kept.checked = true;
