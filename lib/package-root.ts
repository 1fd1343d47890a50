import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of this package, from its sources as well as from a bundle in dist, whatever folder it is run in. */
export function packageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) {
    if (folder === dirname(folder)) throw new Error(`No package.json above ${import.meta.dirname}`);
    folder = dirname(folder);
  }
  return folder;
}
