// npm run generate: writes everything that is generated: the database client, which is committed, the API's types for
// the contract tests, and the clients.
import { delimiter, dirname, join } from "node:path";
import { buildTypes } from "./build.mjs";
import { checkNode, install, quietEnv, root, run, step } from "./install.mjs";

checkNode();
await install({ dev: true });
await step("Generating the database client", () =>
  run(process.execPath, [join(root, "node_modules/prisma/build/index.js"), "generate"], {
    ...quietEnv,
    // Prisma starts the generator of columns by `node`.
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  }),
);
await buildTypes();
await step("Writing the clients", () =>
  run(process.execPath, [join(root, "node_modules/tsx/dist/cli.mjs"), "scripts/generate-clients.ts"]),
);
