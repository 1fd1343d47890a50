import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Only the package's own folder holds it: libraries have a package.json as well. */
const MARK = "next.config.ts";

/** The folder of this package: from its sources, from a bundle in dist or Next's, in any working directory. */
export function packageRoot(): string {
  // Next's bundles do not know where they are, but what runs them is the package's own, or Next in its node_modules.
  const start = import.meta.dirname ?? dirname(process.argv[1] ?? process.cwd());
  let folder = start;
  while (!existsSync(join(folder, MARK))) {
    if (folder === dirname(folder)) throw new Error(`No ${MARK} above ${start}`);
    folder = dirname(folder);
  }
  return folder;
}
