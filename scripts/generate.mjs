// npm run generate: writes everything that is generated: database client, types of the API, clients.
import { join } from "node:path";
import { buildTypes } from "./build.mjs";
import { checkNode, install, root, run, step } from "./install.mjs";

checkNode();
await install({ dev: true });
await buildTypes();
await step("Writing the clients", () =>
  run(process.execPath, [join(root, "node_modules/tsx/dist/cli.mjs"), "scripts/generate-clients.ts"]),
);
