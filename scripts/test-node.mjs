// npm run test:node -- MAJOR [WORD…]: npm test on another version of Node for Linux, which npm fetches into its cache.
import { execFileSync, spawnSync } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** @type {Readonly<Record<string, string>>} */
const VERSIONS = { 20: "20.20.2", 22: "22.23.3", 24: "24.21.0" };

const [major = "", ...words] = process.argv.slice(2);
const version = VERSIONS[major];
if (version === undefined) {
  console.error(`Usage: npm run test:node -- ${Object.keys(VERSIONS).join("|")} [WORD…]`);
  process.exit(1);
}
const fetched = ["exec", "--yes", `--package=node-linux-${process.arch}@${version}`, "--"];
const node = execFileSync("npm", [...fetched, "node", "--print", "process.execPath"], {
  encoding: "utf8",
}).trim();
const { status } = spawnSync(node, [fileURLToPath(new URL("test.mjs", import.meta.url)), ...words], {
  // For child processes that start `node` or a script of a package.
  env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  stdio: "inherit",
});
process.exit(status ?? 1);
