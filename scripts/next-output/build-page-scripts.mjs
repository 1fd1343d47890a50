// Gives built pages that are visited without an account their own scripts. Next's client is 132 KB gzipped, mostly
// for navigation within the page, and these pages load each other as documents. In development, and after a
// navigation from the dashboard, Next's client hydrates them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runInNewContext } from "node:vm";
import { root } from "../install.mjs";

/** React's client is four fifths of what the tracking page would load (docs/decisions/0079-preact-on-tracking.md). */
const PREACT = { react: "preact/compat", "react-dom": "preact/compat" };

const SCRIPTS = [
  {
    name: "tracking",
    entry: "components/tracking/start.tsx",
    /** Imported while the page is used. */
    later: { name: "tracking-map", module: "@/components/map/live-map" },
    pages: ["/t/[token]/page"],
    alias: PREACT,
    hasInlineStyles: true,
  },
  {
    name: "site",
    entry: "components/site/start.tsx",
    later: { name: "site-search", module: "@/components/site/search-dialog" },
    pages: [
      "/(site)/page",
      "/(site)/changelog/page",
      "/(site)/docs/[[...page]]/page",
      "/(site)/docs/search/page",
      "/(site)/pricing/page",
      "/forgot/page",
      "/join/[token]/page",
      "/reset/[token]/page",
      "/sign-in/page",
      "/sign-up/page",
    ],
    alias: {},
    hasInlineStyles: false,
  },
];
const CHUNKS = "static/chunks";
const STYLES_PLACE = /(["'`])tracking-styles\1/;
/** Modules whose state both scripts of a page share (components/site/share-modules.ts). */
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
  alias: { "@": root, "next/navigation": join(root, "components/site/plain-navigation.ts") },
  define: { "process.env.NODE_ENV": '"production"' },
  target: ["chrome111", "edge111", "firefox111", "safari16.4"],
  legalComments: "none",
  logLevel: "warning",
};

/** The later script uses the first one's React. @type {import("esbuild").Plugin} */
const sharedModules = {
  name: "shared-modules",
  setup(build) {
    build.onResolve({ filter: SHARED }, ({ path }) => ({ path, namespace: "shared" }));
    build.onLoad({ filter: /.*/, namespace: "shared" }, ({ path }) => ({
      contents: `module.exports = globalThis.pageModules[${JSON.stringify(path)}]`,
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

/** @param {string} module @param {string} file @returns {import("esbuild").Plugin} */
const laterScript = (module, file) => ({
  name: "later-script",
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${module}$`) }, () => ({ path: `./${file}`, external: true }));
  },
});

/** @param {import("esbuild").BuildResult} result */
function outputName({ metafile }) {
  const file = Object.keys(metafile?.outputs ?? {}).find((name) => name.endsWith(".js"));
  if (file === undefined) throw new Error("esbuild has written no file.");
  return basename(file);
}

/**
 * @param {string[]} [folders] builds of the pages, the first with the static files
 * @param {boolean} [hasMaps] which name the packages in the scripts
 */
export async function buildPageScripts(folders = [join(root, ".next")], hasMaps = false) {
  const esbuild = await import("esbuild");
  /** @type {import("esbuild").BuildOptions} */
  const common = { ...COMMON, sourcemap: hasMaps && "external", sourcesContent: false };
  for (const { name, entry, later, pages, alias, hasInlineStyles } of SCRIPTS) {
    const separate = await esbuild.build({
      ...common,
      entryPoints: { [later.name]: join(root, `${later.module.replace("@/", "")}.tsx`) },
      format: "esm",
      plugins: [sharedModules, injectedStyles(esbuild)],
    });
    const script = await esbuild.build({
      ...common,
      entryPoints: { [name]: entry },
      alias: { ...COMMON.alias, ...alias },
      format: "iife",
      // The page has its styles.
      loader: { ".css": "empty" },
      plugins: [laterScript(later.module, outputName(separate))],
    });
    for (const folder of folders)
      for (const page of pages) setAssets(folder, page, `${CHUNKS}/${outputName(script)}`, hasInlineStyles);
  }
  await esbuild.stop();
}

/**
 * Sets what Next's renderer reads of the page's assets.
 * @param {string} folder @param {string} page @param {string} script @param {boolean} hasInlineStyles
 */
function setAssets(folder, page, script, hasInlineStyles) {
  const scripts = join(folder, "build-manifest.json");
  const built = JSON.parse(readFileSync(scripts, "utf8"));
  built.rootMainFilesTree[page] = [script];
  delete built.pagesChunkGroupBootstrapParams[page];
  writeFileSync(scripts, JSON.stringify(built));

  const references = join(folder, "server/app", `${page}_client-reference-manifest.js`);
  const context = { __RSC_MANIFEST: /** @type {Record<string, any>} */ ({}) };
  runInNewContext(readFileSync(references, "utf8"), context);
  const manifest = context.__RSC_MANIFEST[page];
  // Next's client still finds the components' files, but the HTML does not load them.
  manifest.moduleLoading = null;
  manifest.entryJSFiles = {};
  if (hasInlineStyles) {
    /** @type {{ path: string }[]} */
    const files = manifest.entryCSSFiles[`[project]/app${page}`];
    inlineStyles(folder, files.map(({ path }) => readFileSync(join(root, ".next", path), "utf8")).join("\n"));
    manifest.entryCSSFiles = {};
  }
  writeFileSync(
    references,
    `(globalThis.__RSC_MANIFEST ??= {})[${JSON.stringify(page)}] = ${JSON.stringify(manifest)}`,
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
