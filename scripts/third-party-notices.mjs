import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";

// cspell:ignore licen
const LICENSE_FILE = /^(licen[cs]e|notice|copying|third-party-notices)/i;
const SOURCE_PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const RULE = `\n${"-".repeat(100)}\n\n`;

/** Paths below a folder with this ending. @param {string} folder @param {string} ending */
const filesBelow = (folder, ending) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(ending));

/** Source maps below a folder. @param {string} folder */
export const findMaps = (folder) => filesBelow(folder, ".map").map((name) => join(folder, name));

/**
 * Folders of the packages that went into bundles. @param {string[]} maps source maps of the bundles
 * @returns {string[]}
 */
export function findBundledPackages(maps) {
  const found = new Set();
  for (const file of maps) {
    const map = JSON.parse(readFileSync(file, "utf8"));
    // Turbopack's maps are in sections.
    const parts = map.sections?.map((/** @type {{ map: object }} */ section) => section.map) ?? [map];
    for (const source of parts.flatMap((/** @type {{ sources?: string[] }} */ part) => part.sources ?? [])) {
      const path = SOURCE_PACKAGE.exec(source)?.[0];
      if (path !== undefined) found.add(path.slice(path.indexOf("node_modules/")));
    }
  }
  return [...found];
}

/**
 * Folders of the packages whose files lie in a node_modules folder, those packed into other packages included.
 * @param {string} folder which contains node_modules @returns {string[]}
 */
export function findCopiedPackages(folder) {
  return filesBelow(join(folder, "node_modules"), "/package.json").map(
    (name) => `node_modules/${name.slice(0, -"/package.json".length)}`,
  );
}

/**
 * Describes each package and quotes its license. Packages without a license belong to the enclosing
 * package. @param {string[]} packages folders below the root
 */
export function describePackages(packages) {
  /** @type {Map<string, string>} */
  const notices = new Map();
  for (const path of packages) {
    const file = join(root, path, "package.json");
    if (!existsSync(file)) continue;
    const { name, version, license, repository } = JSON.parse(readFileSync(file, "utf8"));
    const texts = readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
      .map((entry) => readFileSync(join(root, path, entry.name), "utf8").trim());
    if (!name || (license === undefined && texts.length === 0)) continue;
    const url = typeof repository === "string" ? repository : repository?.url;
    const title = [`${name} ${version ?? ""}`.trim(), `License: ${license?.type ?? license ?? "see below"}`];
    notices.set(
      title[0] ?? "",
      [...title, ...(url ? [url] : []), ...texts.flatMap((text) => ["", text])].join("\n"),
    );
  }
  return [...notices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
}

/** @param {string[]} notices @param {string} cityLicense */
export function formatNotices(notices, cityLicense) {
  const head = `Dropline contains the works below. Its own license is in LICENSE. The fonts' licenses are in public/fonts, and the
packages for maps, images and routes contain further libraries under the licenses that they name.`;
  return [head, cityLicense.trim(), ...notices].join(RULE);
}
