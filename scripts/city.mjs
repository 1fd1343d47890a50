// npm run city: builds the city that is served from an extract of OpenStreetMap; see docs/city.md.
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
// The command receives a Ctrl-C itself and cleans up; this process only waits for it.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => city.kill("SIGTERM"));
city.on("exit", (code) => process.exit(code ?? 1));
