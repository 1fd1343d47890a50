import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { packageRoot } from "@/lib/package-root";

/** One of the engine's instances: reads the tiles of its configuration, and answers one question at a time. */
export interface RoadActor {
  /** Takes and gives JSON. @throws Error with the engine's own words */
  route(question: string): Promise<string>;
  matrix(question: string): Promise<string>;
}

const PACKAGE = "@valhallajs/valhallajs";

// An optional dependency: where the platform has no binary, it may not be installed at all.
const requireHere = () => createRequire(join(packageRoot(), "package.json"));

/** The folder with the engine's programs for this platform; null where it has none. */
export function enginePrograms(): string | null {
  try {
    const { platform, arch } = process;
    const root = dirname(requireHere().resolve(PACKAGE));
    const folder = join(root, platform, arch);
    return existsSync(join(folder, "valhalla_build_tiles")) ? folder : null;
  } catch {
    return null;
  }
}

/** Loads the engine into this process. @throws Error where its binary does not run, such as with musl */
export function loadEngine(): new (config: string) => RoadActor {
  const { Actor } = requireHere()(PACKAGE) as { Actor: new (config: string) => RoadActor };
  return Actor;
}
