// npm run generate: writes the files that follow from the schema and the API: the database client, which is committed,
// and the types that the contract tests use.
import { delimiter, dirname, join } from "node:path";
import { buildTypes } from "./build.mjs";
import { install, quietEnv, root, run, step } from "./install.mjs";

await install({ dev: true });
await step("Generating the database client", () =>
  run(process.execPath, [join(root, "node_modules/prisma/build/index.js"), "generate"], {
    ...quietEnv,
    // Prisma starts the generator of columns by `node`.
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  }),
);
await buildTypes();
