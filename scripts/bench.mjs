// npm run bench: measures the service on its own durable database, and writes docs/performance.md.
// Usage: npm run bench [-- operations | growth | positions | streams | waiting | webhooks | scaling | pages | plan]
// With further words, `operations` measures only those programs and operations: npm run bench -- operations api peer ping
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
