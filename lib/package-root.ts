import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of this package, both from its sources and from a bundle in dist, in any working directory. */
export function packageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) {
    if (folder === dirname(folder)) throw new Error(`No package.json above ${import.meta.dirname}`);
    folder = dirname(folder);
  }
  return folder;
}
