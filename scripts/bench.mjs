// npm run bench: measures the service on its own durable database, and writes docs/performance.md.
// Usage: npm run bench [-- operations | overload | positions | streams | waiting | assignments | planning | webhooks | batches | growth | pages | dispatch | arrivals | plan]
// With further words, `operations` measures only those programs and operations: npm run bench -- operations roads peer ping
// `pages views` measures one view of each kind of page, without the accounts with a million orders.
// `BENCH_ROUNDS=1` shortens `operations`, `assignments` and `planning`.
// `--against DIR` compares operations with another built checkout, and overloads that one instead of this one.
// `dispatch --instances DIR [--out DIR]` plans the public meal delivery instances in a folder, and writes the solutions.
// Exits with 1 when a line of the bar is missed.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildPages, buildTools } from "./build.mjs";
import { install, quietEnv, root } from "./install.mjs";

const WITHOUT_PAGES = [
  "operations",
  "overload",
  "positions",
  "assignments",
  "planning",
  "batches",
  "growth",
  "dispatch",
  "arrivals",
  "plan",
];

await install({ dev: true });
await buildTools();
if (!WITHOUT_PAGES.includes(process.argv[2] ?? "")) await buildPages();
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/tsx/dist/cli.mjs"), join(root, "bench/main.ts"), ...process.argv.slice(2)],
  { cwd: root, env: { ...process.env, ...quietEnv }, stdio: "inherit" },
);
process.exit(status ?? 1);
