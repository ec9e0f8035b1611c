// Asks Lighthouse about pages in one browser: LIGHTHOUSE's folder and the browser's options as arguments, then [address,
// headers] a line; answers each by a line, its points and the titles of what costs some.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, ...chromeFlags] = process.argv.slice(2);
const find = async (name) => import(pathToFileURL(`${folder}/node_modules/${name}`));
const { default: lighthouse } = await find("lighthouse/core/index.js");
const { launch } = await find("chrome-launcher/dist/index.js");
const browser = await launch({ chromePath: process.env.CHROME_PATH, chromeFlags });

const ask = async (address, extraHeaders) => {
  const options = { port: browser.port, logLevel: "silent", disableFullPageScreenshot: true, extraHeaders };
  const { lhr } = await lighthouse(address, options);
  const categories = Object.entries(lhr.categories);
  const weighed = categories.flatMap(([, { auditRefs }]) => auditRefs.filter(({ weight }) => weight));
  const audits = [...new Set(weighed.map(({ id }) => id))].sort().map((id) => lhr.audits[id]);
  const lost = audits.filter((one) => ["binary", "numeric"].includes(one.scoreDisplayMode) && (one.score ?? 0) < 0.9);
  const points = Object.fromEntries(categories.map(([name, { score }]) => [name, Math.round(100 * (score ?? 0))]));
  return [points, lost.map(({ title }) => title)];
};

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await ask(...JSON.parse(line))));
}
browser.kill();
