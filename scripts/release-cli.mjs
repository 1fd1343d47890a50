// node cli.mjs in a release folder: `migrate`, `city …` as npm run city, and the commands of npm run cli. Its own
// module reads process.argv[1], which is the release's cli.mjs.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkNode, root } from "./install.mjs";
import { CITY_WORDS, prepareCity } from "./prepare-city.mjs";

checkNode();
Object.assign(process.env, { NODE_ENV: "production" });

/** @param {string} program */
const load = (program) => import(pathToFileURL(join(root, `dist/${program}.mjs`)).href);

/** Migrates the database, then installs the bundled city unless there is another. */
async function migrate() {
  const { DATABASE_URL: databaseUrl } = process.env;
  if (!databaseUrl) throw new Error("DATABASE_URL is not set");
  const tools = await load("prepare");
  const { applied } = await tools.migrate(databaseUrl);
  await prepareCity(databaseUrl);
  console.log(JSON.stringify({ applied }));
}

function buildCity(/** @type {string[]} */ words) {
  const city = spawn(process.execPath, [...CITY_WORDS, ...words], { stdio: "inherit" });
  city.on("exit", (code) => process.exit(code ?? 1));
  // The child receives a Ctrl-C from the terminal directly.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => city.kill("SIGTERM"));
}

const [command, ...words] = process.argv.slice(2);
if (command === "migrate") {
  migrate().catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  });
} else if (command === "city") buildCity(words);
else await load("cli");
