// An independent validator on configs/schema.json: it takes all configs of this project, and refuses
// the mistakes of tests/commands/configs.txt that a schema can see.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv/dist/2020.js";

const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../..");
const read = (path) => readFileSync(join(root, path), "utf8");
const validate = new Ajv({ allErrors: true, strict: true, strictRequired: false }).compile(
  JSON.parse(read("configs/schema.json")),
);
let failed = false;
const check = (good, what, reason = "") => {
  console.log(`${good ? "ok" : "not ok"} ${what}${good ? "" : `: ${reason}`}`);
  failed ||= !good;
};

for (const folder of ["configs", "tests/configs"])
  for (const file of readdirSync(join(root, folder)).filter((name) => name.endsWith(".json"))) {
    if (file === "schema.json") continue;
    const good = validate(JSON.parse(read(join(folder, file))));
    check(good, `${folder}/${file} is taken`, JSON.stringify(validate.errors));
  }

// What needs more than one key, or the rules of a game, and what JSON.parse lets through.
const BEYOND = [
  /is none of 'players'/, /needs two players/, /the same two as/, /more than opening/, /elo0 is/,
  /an even number/, /No such file/, /each greater than/, /one of simulations, nodes and movetime/,
  /of -\d+\.\.\d+ expected for model/, /start: a whole number of 1\.\.1$/, /more than 2\^53/,
  /each key once/, /as JSON spells/, /fits a double/, /within ±2\^53/, /at least one player/,
  /control character/, /UTF-8|NUL|surrogate/, /is there twice/, /is named in/, /do not fit/,
  /times \d+: at most/, /also a step of a ladder/,
];
const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const base = '"name":"n","games":["agros"],"players":{"r":"random"},"games_per_cell":2';
let seen = 0;
for (const line of read("tests/commands/configs.txt").split("\n")) {
  const [place, ...rest] = line.split("|");
  const says = rest.slice(0, -1).join("|"), text = rest.at(-1);
  if (place !== "+" && place !== "=") continue;
  const config = parse(place === "=" ? text : `{${base},${text}}`);
  if (config === undefined || BEYOND.some((pattern) => pattern.test(says))) continue;
  check(!validate(config), `refused: ${text}`, says);
  seen++;
}
check(seen > 60, `${seen} mistakes tried`);
process.exit(failed ? 1 : 0);
