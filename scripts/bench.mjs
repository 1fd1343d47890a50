// npm run bench: measures the service on its own durable database, and prints tables of ratios.
// Usage: npm run bench [-- operations | webhooks | positions | streams]
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildAll } from "./build.mjs";
import { install, quietEnv, root } from "./install.mjs";

await install({ dev: true });
await buildAll();
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/tsx/dist/cli.mjs"), join(root, "bench/main.ts"), ...process.argv.slice(2)],
  { cwd: root, env: { ...process.env, ...quietEnv }, stdio: "inherit" },
);
process.exit(status ?? 1);
