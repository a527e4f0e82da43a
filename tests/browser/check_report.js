// A report in a browser: it opens from disk without a complaint and without a network, its charts are
// there, and its viewer shows what `harrow show --json` says, ply by ply, by keyboard alone.
// Usage: node check_report.js HARROW RUN PAGE_OF_TWO_RUNS PAGE_WITHOUT_CHARTS PAGE_WITH_KOMI
import { execFileSync } from "node:child_process";
import { mkdirSync, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [harrow, run, bothPage, barePage, komiPage] = process.argv.slice(2).map((path) => resolve(path));
const pictures = process.env.HARROW_TEST_SCREENSHOTS;
const page1 = join(run, "report.html");
let failed = false;
const check = (good, what, reason = "") => {
  console.log(`${good ? "ok" : "not ok"} ${what}${good ? "" : `: ${reason}`}`);
  failed ||= !good;
};

const records = execFileSync(harrow, ["records", run, "--jsonl"], { maxBuffer: 1 << 28 })
  .toString().trim().split("\n").map((line) => JSON.parse(line));
const show = (record, plies) => JSON.parse(execFileSync(harrow, ["show", "--game", record.game,
  ...(record.position ? ["--position", record.position] : []),
  "--moves", record.moves.split(" ").slice(0, plies).join(" "), "--json"]).toString());

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

// Opens a page and notes all that it complains of or asks for.
const open = async (path, options = {}, hash = "") => {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
  const page = await context.newPage();
  page.complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.complaints.push(message.text());
  });
  page.on("pageerror", (error) => page.complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(pathToFileURL(path).href)) page.complaints.push(`asks for ${request.url()}`);
  });
  await page.goto(pathToFileURL(path).href + hash);
  if (await page.locator(".viewer").count())
    await page.waitForFunction(() => [...document.querySelectorAll(".viewer")].every((v) => v.dataset.position));
  return page;
};

const overflow = (page) => page.evaluate(() =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth);
const state = (page) => page.locator(".viewer").first().evaluate((viewer) => ({
  ...viewer.dataset, status: viewer.querySelector(".status").textContent,
  count: Object.fromEntries(["field-first", "field-second", "piece-first", "piece-second", "seed-first", "seed-second"]
    .map((name) => [name, viewer.querySelectorAll(`.board .${name}`).length])),
  worth: [...viewer.querySelectorAll(".board .worth")].map((text) => Number(text.textContent)).sort((a, b) => a - b),
}));

// ---- It opens ----

{
  const page = await open(page1);
  check(page.complaints.length === 0, "no complaint", page.complaints.join("; "));
  check(await page.evaluate(() => typeof hacked) === "undefined", "names run no script");
  const charts = await page.locator("svg.chart").evaluateAll((all) => all.map((svg) =>
    ({ width: svg.getBoundingClientRect().width, shapes: svg.querySelectorAll("path").length })));
  check(charts.length >= 6 && charts.every((c) => c.width > 300 && c.shapes > 3), "charts are there",
    JSON.stringify(charts));
  const ids = await page.evaluate(() => {
    const all = [...document.querySelectorAll("[id]")].map((element) => element.id);
    return all.filter((id, i) => all.indexOf(id) !== i);
  });
  check(ids.length === 0, "no id twice", ids.slice(0, 5).join(", "));
  const links = await page.evaluate(() => [...document.querySelectorAll("a[href^='#']")]
    .map((a) => a.getAttribute("href")).filter((h) => !/-game-/.test(h) && !document.querySelector(h)));
  check(links.length === 0, "links lead somewhere", links.join(", "));
  const nameless = await page.evaluate(() => [...document.querySelectorAll("svg[role=img]")]
    .filter((svg) => !svg.getAttribute("aria-label")).length);
  check(nameless === 0, "pictures have names", `${nameless} without`);
  await page.context().close();
}

// ---- The viewer, by keyboard ----

const compare = (shown, truth, record, ply) => {
  const cells = (owner) => truth.fields?.filter((f) => f.owner === owner).reduce((n, f) => n + f.cells.length, 0);
  const problems = [];
  if (shown.position !== truth.position) problems.push(`${shown.position} for ${truth.position}`);
  if (truth.fields) {
    for (const side of ["first", "second"])
      if (shown.count[`field-${side}`] !== cells(side)) problems.push(`fields of ${side}`);
    const worth = truth.fields.filter((f) => f.owner).map((f) => f.value).sort((a, b) => a - b);
    if (JSON.stringify(worth) !== JSON.stringify(shown.worth)) problems.push("what fields are worth");
    const rows = truth.position.split(" ")[0];
    for (const [name, pattern] of [["piece-first", /L/g], ["piece-second", /D/g], ["seed-first", /l/g], ["seed-second", /d/g]])
      if (shown.count[name] !== (rows.match(pattern) ?? []).length) problems.push(name);
  }
  if (truth.score && !truth.score.every((points) => shown.status.includes(String(points).replace("-", "−"))))
    problems.push(`score ${truth.score} in: ${shown.status}`);
  return problems.map((problem) => `game ${record.id} ply ${ply}: ${problem}`);
};

for (const wanted of ["size=5,farmers=3,rule=sow", "size=6,farmers=3,rule=static", "awale", "agon"]) {
  const page = await open(page1);
  const listed = await page.evaluate(() => JSON.parse(document.getElementById("r1-games").textContent).games
    .map(({ id }) => id));
  const record = records.find((r) => listed.includes(r.id) && r.game.includes(wanted) && r.plies > 20);
  await page.evaluate((id) => { location.hash = `r1-game-${id}-ply-3`; }, record.id);
  await page.waitForFunction((id) => document.querySelector(".viewer").dataset.game === String(id), record.id);
  check((await state(page)).ply === "3", `${wanted}: a link to a ply`);
  // Tab until the game has the focus: no mouse is used from here on.
  await page.evaluate(() => { document.querySelector(".viewer").scrollIntoView(); });
  await page.locator(".viewer select").first().focus();
  let tabs = 0;
  while (tabs++ < 20 && !(await page.evaluate(() => document.activeElement.classList.contains("play"))))
    await page.keyboard.press("Tab");
  check(tabs < 20, `${wanted}: Tab reaches the game`);
  await page.keyboard.press("Home");
  const problems = [], last = Math.min(record.plies, 60);
  for (let ply = 0; ply <= last; ply++) {
    problems.push(...compare(await state(page), show(record, ply), record, ply));
    if (ply < last) await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("End");
  problems.push(...compare(await state(page), show(record, record.plies), record, record.plies));
  check(problems.length === 0, `${wanted}: ${last + 1} positions as harrow shows them, and the last`,
    problems.slice(0, 3).join("; "));
  await page.keyboard.press("ArrowLeft");
  check((await state(page)).ply === String(record.plies - 1), `${wanted}: a step back`);
  check((await page.evaluate(() => location.hash)) === `#r1-game-${record.id}-ply-${record.plies - 1}`,
    `${wanted}: the address follows`);
  const fit = await page.locator(".viewer .board").first().evaluate((svg) => {
    const view = svg.viewBox.baseVal, box = svg.getBBox();
    return box.x >= -2 && box.y >= -2 && box.x + box.width <= view.width + 2 && box.y + box.height <= view.height + 2;
  });
  check(fit, `${wanted}: the whole board is seen`);
  check(page.complaints.length === 0, `${wanted}: no complaint`, page.complaints.join("; "));
  if (pictures) {
    mkdirSync(pictures, { recursive: true });
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.locator(".viewer").first().screenshot({ path: join(pictures, `viewer-${wanted.split(",")[0]}-${colorScheme}.png`) });
    }
  }
  await page.context().close();
}

{
  const page = await open(page1), viewer = page.locator(".viewer").first();
  await viewer.locator("select.reasons").selectOption("longest");
  const options = await viewer.locator("select.games option").allTextContents();
  check(options.length > 0 && options.every((text) => text.includes("longest")), "games by what they are");
  await viewer.locator("select.cells").selectOption({ index: 2 });
  const fewer = await viewer.locator("select.games option").count();
  check(fewer > 0 && fewer < options.length, "games by cell");
  await viewer.locator(".graph").click({ position: { x: 150, y: 30 } });
  check(Number((await state(page)).ply) > 0, "a click on the graph");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
  await viewer.locator("[data-copy=position]").click();
  await page.waitForFunction(() => document.querySelector(".copied").textContent !== "");
  const copied = await page.evaluate(() => navigator.clipboard.readText()).catch(() => null);
  check(copied === null || copied === (await state(page)).position, "copies the position", copied);
  await page.context().close();
}

// ---- Narrow, dark, printed, bare ----

for (const [path, name] of [[page1, "one"], [bothPage, "both"], [barePage, "bare"],
  [komiPage, "komi"]])
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(path, { viewport: { width: 360, height: 740 }, colorScheme });
    await page.evaluate(() => document.querySelectorAll("details").forEach((d) => { d.open = true; }));
    check(await overflow(page) <= 0, `${name}, ${colorScheme}: no horizontal scroll at 360 px`, String(await overflow(page)));
    check(page.complaints.length === 0, `${name}, ${colorScheme}: no complaint`, page.complaints.join("; "));
    if (pictures) {
      await page.screenshot({ path: join(pictures, `${name}-narrow-${colorScheme}.png`), fullPage: true });
      await page.setViewportSize({ width: 1100, height: 900 });
      await page.screenshot({ path: join(pictures, `${name}-wide-${colorScheme}.png`), fullPage: true });
    }
    await page.context().close();
  }

{
  const page = await open(bothPage);
  const runs = await page.locator(".viewer").evaluateAll((all) => all.map((v) => v.dataset.run));
  check(runs.join() === "r1,r2", "two runs, two viewers", runs.join());
  await page.context().close();
}

{
  const page = await open(komiPage);
  await page.locator('a[href="#komi"]').first().focus();
  await page.keyboard.press("Enter");
  check(await page.locator("#komi").evaluate((part) => Math.abs(part.getBoundingClientRect().top) < 200),
    "from the sentence on komi to its part, by keyboard");
  check(await page.locator("#komi li").count() === 4, "a sentence for each variant");
  await page.context().close();
}

{
  const page = await open(barePage);
  check(await page.locator("svg.chart").count() === 0 && await page.locator("table").count() > 10,
    "without charts all tables");
  await page.context().close();
}

{
  const page = await open(page1, { viewport: { width: 760, height: 1000 } });
  await page.emulateMedia({ media: "print" });
  check(await page.locator(".buttons").first().isHidden(), "printed: no buttons");
  const pdf = await page.pdf({ format: "A4", ...(pictures ? { path: join(pictures, "page.pdf") } : {}) });
  check(pdf.length > 10000, "printed: a PDF");
  await page.context().close();
}

{
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(pathToFileURL(page1).href);
  check(await page.getByText("Looking at games needs JavaScript").first().isVisible(), "without JavaScript: told");
  await context.close();
}

await browser.close();
process.exit(failed ? 1 : 0);
