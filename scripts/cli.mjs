// npm run -s cli: the operator's command line. Only the command's own output goes to standard output.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { authSecret } from "./auth-secret.mjs";
import { buildTools } from "./build.mjs";
import { dataDir, nameDatabase, openDatabase, prepareDatabase } from "./database.mjs";
import { checkNode, install, root } from "./install.mjs";

checkNode();
const [command, ...words] = process.argv.slice(2);
const name = nameDatabase();
const isRestore = command === "restore" && words.some((word) => word.startsWith("--from"));
const isAboutBackups = command === "backup" && ["keygen", "list"].includes(words[0] ?? "");
// `check` itself reports a missing database.
const needsNone =
  command === "--help" || isRestore || isAboutBackups || (name === null && command === "check");
if (name === null && !needsNone) {
  process.stderr.write(
    `There is no database in ${dataDir}. Set DATABASE_URL or DATA_DIR as for the service, or run npm start first.\n`,
  );
  process.exit(1);
}
const links = process.env.PUBLIC_URL || `http://localhost:${process.env.PORT || 3000}`;
process.stderr.write(`Database: ${name ?? "none"}. Links begin with ${links}\n`);
await install();
await buildTools();
if (command === "upgrade-database") {
  await upgradeDatabase(process.argv.slice(3)).catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  });
  process.exit(0);
}
const { databaseUrl, embedded } = needsNone
  ? { databaseUrl: process.env.DATABASE_URL ?? "", embedded: null }
  : await openDatabase();
if (!needsNone && command !== "check" && command !== "migrate") await prepareDatabase(databaseUrl);
// AUTH_SECRET yields the key that encrypts webhook secrets. A secret generated here would differ from that of a server
// running elsewhere.
const isOwn = embedded !== null || existsSync(join(dataDir, "auth-secret"));
const webhookKey = isOwn ? { AUTH_SECRET: authSecret(dataDir) } : {};
const cli = spawn(process.execPath, [join(root, "dist/cli.mjs"), ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, DATABASE_URL: databaseUrl, ...webhookKey },
  stdio: "inherit",
});
// The command receives a Ctrl-C itself; this process just waits for it and cleans up.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => cli.kill("SIGTERM"));
cli.on("exit", async (code) => {
  await embedded?.stop();
  process.exit(code ?? 1);
});

/** Upgrades the data folder of an older PostgreSQL, as npm start does if it finds that one's programs. */
async function upgradeDatabase(/** @type {string[]} */ words) {
  const { values } = parseArgs({ args: words, options: { programs: { type: "string" } }, strict: true });
  const { embedded } = await openDatabase(values.programs);
  if (embedded === null) throw new Error("DATABASE_URL names your own server: upgrade it with pg_upgrade.");
  await embedded.stop();
  console.log(JSON.stringify({ former_data: embedded.formerData }));
}
