// npm run city: builds the city to serve from an OpenStreetMap extract; see docs/city-data.md.
import { spawn } from "node:child_process";
import { buildTools } from "./build.mjs";
import { checkNode, install, root } from "./install.mjs";
import { CITY_WORDS } from "./prepare-city.mjs";

checkNode();
await install();
await buildTools();
const city = spawn(process.execPath, [...CITY_WORDS, ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
/** A step that keeps the processor busy cannot handle signals, so it is killed after this long. */
const STOP_WITHIN_MS = 5_000;

let isStopping = false;
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    // The child has already received a Ctrl-C from the terminal.
    if (signal !== "SIGINT") city.kill(signal);
    setTimeout(() => city.kill("SIGKILL"), STOP_WITHIN_MS);
  });
}
city.on("exit", (code, signal) => {
  if (signal !== null) process.stderr.write(`\nThe build ended by ${signal}; the city is as it was.\n`);
  process.exit(code ?? 1);
});
