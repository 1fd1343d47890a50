import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Only the root of a checkout or release has this folder: libraries have a package.json as well. */
const MARK = join("prisma", "migrations");

export function packageRoot(): string {
  // Next's bundles do not know their path, but process.argv[1] is a script of the package or Next in its node_modules.
  const start = import.meta.dirname ?? dirname(process.argv[1] ?? process.cwd());
  let folder = start;
  while (!existsSync(join(folder, MARK))) {
    if (folder === dirname(folder)) throw new Error(`No ${MARK} above ${start}`);
    folder = dirname(folder);
  }
  return folder;
}

export function readVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")).version;
}
