// Gives the built tracking page its own script and inline styles. Next's client is 132 KB gzipped, mostly for
// navigation between pages, and this page has none. In development Next's client hydrates the page.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runInNewContext } from "node:vm";
import { root } from "./install.mjs";

const PAGE = "/t/[token]/page";
const CHUNKS = "static/chunks";
const MAP = "@/components/map/live-map";
const STYLES_PLACE = /(["'`])tracking-styles\1/;
/** Modules whose state the page and its map share. */
const SHARED = /^(react|react-dom|react\/jsx-runtime)$/;

/** @type {import("esbuild").BuildOptions} */
const COMMON = {
  absWorkingDir: root,
  outdir: join(root, ".next", CHUNKS),
  entryNames: "[name]-[hash]",
  bundle: true,
  minify: true,
  metafile: true,
  platform: "browser",
  jsx: "automatic",
  alias: { "@": root },
  define: { "process.env.NODE_ENV": '"production"' },
  target: ["chrome111", "edge111", "firefox111", "safari16.4"],
  legalComments: "none",
  logLevel: "warning",
};

/** The map uses the page's React. @type {import("esbuild").Plugin} */
const sharedModules = {
  name: "shared-modules",
  setup(build) {
    build.onResolve({ filter: SHARED }, ({ path }) => ({ path, namespace: "shared" }));
    build.onLoad({ filter: /.*/, namespace: "shared" }, ({ path }) => ({
      contents: `module.exports = globalThis.trackingModules[${JSON.stringify(path)}]`,
    }));
  },
};

/** @param {typeof import("esbuild")} esbuild @returns {import("esbuild").Plugin} */
const injectedStyles = (esbuild) => ({
  name: "injected-styles",
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await esbuild.transform(readFileSync(path, "utf8"), { loader: "css", minify: true });
      return {
        contents: `const style = document.createElement("style");
          style.textContent = ${JSON.stringify(code)};
          document.head.append(style);`,
      };
    });
  },
});

/** @param {string} file @returns {import("esbuild").Plugin} */
const separateMap = (file) => ({
  name: "separate-map",
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${MAP}$`) }, () => ({ path: `./${file}`, external: true }));
  },
});

/** @param {import("esbuild").BuildResult} result */
function outputName({ metafile }) {
  const [file] = Object.keys(metafile?.outputs ?? {});
  if (file === undefined) throw new Error("esbuild has written no file.");
  return basename(file);
}

/** @param {string[]} folders builds of the pages, the first with the static files */
export async function buildTracking(folders = [join(root, ".next")]) {
  const esbuild = await import("esbuild");
  const map = await esbuild.build({
    ...COMMON,
    entryPoints: { "tracking-map": "components/map/live-map.tsx" },
    format: "esm",
    plugins: [sharedModules, injectedStyles(esbuild)],
  });
  const page = await esbuild.build({
    ...COMMON,
    entryPoints: { tracking: "components/tracking/start.tsx" },
    format: "iife",
    // The page has its styles inline.
    loader: { ".css": "empty" },
    plugins: [separateMap(outputName(map))],
  });
  await esbuild.stop();
  for (const folder of folders) setAssets(folder, `${CHUNKS}/${outputName(page)}`);
}

/** Sets what Next's renderer reads of the page's assets. @param {string} folder @param {string} script */
function setAssets(folder, script) {
  const scripts = join(folder, "build-manifest.json");
  const built = JSON.parse(readFileSync(scripts, "utf8"));
  built.rootMainFilesTree[PAGE] = [script];
  delete built.pagesChunkGroupBootstrapParams[PAGE];
  writeFileSync(scripts, JSON.stringify(built));

  const references = join(folder, "server/app", `${PAGE}_client-reference-manifest.js`);
  const context = { __RSC_MANIFEST: /** @type {Record<string, any>} */ ({}) };
  runInNewContext(readFileSync(references, "utf8"), context);
  const manifest = context.__RSC_MANIFEST[PAGE];
  for (const module of Object.values(manifest.clientModules)) module.chunks = [];
  manifest.entryJSFiles = {};
  /** @type {{ path: string }[]} */
  const files = manifest.entryCSSFiles[`[project]/app${PAGE}`];
  inlineStyles(folder, files.map(({ path }) => readFileSync(join(root, ".next", path), "utf8")).join("\n"));
  manifest.entryCSSFiles = {};
  writeFileSync(
    references,
    `(globalThis.__RSC_MANIFEST ??= {})[${JSON.stringify(PAGE)}] = ${JSON.stringify(manifest)}`,
  );
}

/** Puts the styles into components/tracking/inline-styles.tsx. @param {string} folder @param {string} styles */
function inlineStyles(folder, styles) {
  const chunks = join(folder, "server/chunks/ssr");
  const scripts = readdirSync(chunks).filter((name) => name.endsWith(".js"));
  const files = scripts.map((name) => ({
    path: join(chunks, name),
    text: readFileSync(join(chunks, name), "utf8"),
  }));
  const places = files.filter(({ text }) => STYLES_PLACE.test(text));
  if (places.length === 0) throw new Error("No chunk has the place of the styles.");
  for (const { path, text } of places)
    writeFileSync(
      path,
      text.replace(STYLES_PLACE, () => JSON.stringify(styles)),
    );
}
