import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Only the package root has this file: libraries have a package.json as well. */
const MARK = "next.config.ts";

/** Returns the package's root folder: from its sources, from a bundle in dist or Next's, in any working directory. */
export function packageRoot(): string {
  // Next's bundles do not know where they are, but the script that runs them is the package's own, or Next in its
  // node_modules.
  const start = import.meta.dirname ?? dirname(process.argv[1] ?? process.cwd());
  let folder = start;
  while (!existsSync(join(folder, MARK))) {
    if (folder === dirname(folder)) throw new Error(`No ${MARK} above ${start}`);
    folder = dirname(folder);
  }
  return folder;
}
