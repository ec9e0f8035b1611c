// Messengers take no SVG.
document.addEventListener("load", ({ target: img }) => {
  if (!img.matches?.("[download] > img[src$=svg]")) return;
  const canvas = document.createElement("canvas");
  canvas.width = img.naturalWidth;
  canvas.height = img.naturalHeight;
  canvas.getContext("2d").drawImage(img, 0, 0);
  const link = img.parentNode;
  link.href = img.src = canvas.toDataURL();
  link.download = link.download.replace("svg", "png");
}, true);
