import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { alone, install, quietEnv, root, run, step } from "./install.mjs";
import { shareChunks } from "./next-output/share-chunks.mjs";

const ENTRIES = {
  server: "server.ts",
  cli: "scripts/command-line.ts",
  city: "scripts/city-command.ts",
  prepare: "scripts/prepare-database.ts",
  postgres: "packages/embedded-postgres/postgres.ts",
  "api-types": "scripts/api-types.ts",
  "road-engine": "scripts/road-engine.ts",
  "plan-worker": "lib/dispatch/plan-worker.ts",
};

/**
 * Packages that are not bundled. Bundling the others saves a third of the CPU time of a start, which Node otherwise
 * spends on their hundreds of files. Pages have other copies of them (docs/decisions/0083-bundled-packages.md).
 */
const NOT_BUNDLED = [
  // Programs of the platform.
  "@node-rs/argon2",
  "sharp",
  // Loaded only when needed. In a bundle, each start would parse them.
  "@modelcontextprotocol/sdk",
  "@prisma/client/runtime/query_compiler_*",
  "age-encryption",
  "next",
  "next-auth",
  "nodemailer",
  "openapi-typescript",
  "web-push",
];

/** esbuild's options for a program with its packages. @satisfies {import("esbuild").BuildOptions} */
export const BUNDLE_OPTIONS = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  external: NOT_BUNDLED,
  // Bundled CommonJS packages load Node's modules by it.
  banner: {
    js: 'const require = process.getBuiltinModule("module").createRequire(import.meta.url);',
  },
  alias: { "@": root },
};

/** Imports each module that the bundles load from outside, so that the release finds it. */
export const IMPORTS = "dist/imports.mjs";

const API_TYPES = "e2e/contract/openapi-types.ts";

const SOURCES = ["app", "components", "lib", "messages", "packages", "prisma", "public"];
const TOP_FILES = [
  "server.ts",
  "proxy.ts",
  "next.config.ts",
  "tsconfig.json",
  "postcss.config.mjs",
  "scripts/next-output/build-page-scripts.mjs",
  "scripts/next-output/share-chunks.mjs",
  "package-lock.json",
];
const NOT_BUILT = /(\.test\.tsx?|^public\/vendor\/.*)$/;

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((name) => !NOT_BUILT.test(name) && statSync(join(root, name)).isFile())
    .sort();
}

/** @param {string[]} files */
function digest(files) {
  const hash = createHash("sha256").update(process.versions.node);
  for (const file of files) {
    if (existsSync(join(root, file)))
      hash
        .update(file)
        .update("\0")
        .update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

/**
 * Skips the work if it was already done for exactly these files and those it reported reading.
 * @param {string} name @param {string[]} files @param {string[]} products files that the work creates
 * @param {() => Promise<string[] | void>} work may return further files it has read
 */
async function once(name, files, products, work) {
  const stamp = join(root, "dist", `.${name}`);
  const isDone = () => {
    if (!existsSync(stamp) || !products.every((product) => existsSync(join(root, product)))) return false;
    const [made, digestOfRead, ...read] = readFileSync(stamp, "utf8").split("\n");
    return made === digest(files) && digestOfRead === digest(read);
  };
  if (isDone()) return;
  await alone(async () => {
    if (isDone()) return;
    rmSync(stamp, { force: true });
    // Taken before the work, which may take minutes: a file edited meanwhile may have been read before the edit.
    const wanted = digest(files);
    const read = (await work()) ?? [];
    writeFileSync(stamp, [wanted, digest(read), ...read].join("\n"));
  });
}

export async function buildTools() {
  const files = ["scripts/build.mjs", "tsconfig.json", "package-lock.json"];
  const products = [...Object.keys(ENTRIES).map((name) => `dist/${name}.mjs`), IMPORTS];
  await once("bundles", files, products, () =>
    step("Bundling the server", async () => {
      const { build, stop } = await import("esbuild");
      const { metafile } = await build({
        ...BUNDLE_OPTIONS,
        entryPoints: ENTRIES,
        outdir: "dist",
        outExtension: { ".js": ".mjs" },
        sourcemap: true,
        // Node reads it from the files, and would parse it at each start.
        sourcesContent: false,
        metafile: true,
        logLevel: "warning",
      });
      // Otherwise esbuild's helper process would run as long as the service.
      await stop();
      const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
      const outside = imports.filter(({ external, path }) => external && !isBuiltin(path));
      const lines = outside.map(({ path }) => `import "${path}";\n`);
      writeFileSync(join(root, IMPORTS), [...new Set(lines)].join(""));
      // Those of packages are covered by package-lock.json.
      return Object.keys(metafile.inputs).filter((file) => !file.includes("node_modules/"));
    }),
  );
}

/** The map's worker is served as a separate file, which no bundler creates. */
const MAP_WORKER = "public/vendor/maplibre-gl-worker.mjs";

async function copyMapWorker() {
  await once("map-worker", ["package-lock.json"], [MAP_WORKER], async () => {
    mkdirSync(join(root, "public/vendor"), { recursive: true });
    copyFileSync(join(root, "node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs"), join(root, MAP_WORKER));
  });
}

export async function buildTypes() {
  await buildTools();
  await once("api-types", ["dist/api-types.mjs", "package-lock.json"], [API_TYPES], () =>
    step("Making the API's types", () =>
      run(process.execPath, [join(root, "dist/api-types.mjs"), API_TYPES]),
    ),
  );
}

/** The client library that is written in TypeScript and installed as JavaScript. */
async function buildClientLibrary() {
  const files = [
    ...filesBelow("clients/typescript/src"),
    "clients/typescript/tsconfig.json",
    "package-lock.json",
  ];
  await once("client-library", files, ["clients/typescript/dist/index.js"], () =>
    step("Building the client library", () =>
      // `npm test` checks its types with all others.
      run(process.execPath, [
        join(root, "node_modules/typescript/bin/tsc"),
        ...["--project", join(root, "clients/typescript"), "--noCheck"],
      ]),
    ),
  );
}

/** Makes the files that the service serves as they are. */
export async function buildStaticFiles() {
  await copyMapWorker();
  await buildClientLibrary();
}

/** @param {{ isAside?: boolean }} [options] `isAside` runs it with a low priority */
export async function buildPages({ isAside = false } = {}) {
  await buildStaticFiles();
  const files = [...SOURCES.flatMap(filesBelow), ...TOP_FILES];
  const env = { ...quietEnv, NODE_ENV: "production" };
  await once("pages", files, [".next/BUILD_ID"], () =>
    step("Building the pages", async () => {
      await run(process.execPath, [join(root, "node_modules/next/dist/bin/next"), "build"], env, isAside);
      shareChunks(".next");
      const { buildPageScripts } = await import("./next-output/build-page-scripts.mjs");
      await buildPageScripts();
    }),
  );
}

export async function buildAll() {
  await buildTools();
  await buildPages();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await install();
  await buildAll();
}
