import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Handles one request at a time. */
export interface RoadActor {
  /** Takes and returns JSON. @throws Error with the engine's own message */
  route(question: string): Promise<string>;
  matrix(question: string): Promise<string>;
}

const PACKAGE = "@valhallajs/valhallajs";

// An optional dependency: it may not be installed on platforms without a binary.
const requireHere = () => createRequire(import.meta.url);

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

/** @throws Error if the binary does not run here, such as with musl */
export function loadEngine(): new (config: string) => RoadActor {
  const { Actor } = requireHere()(PACKAGE) as { Actor: new (config: string) => RoadActor };
  return Actor;
}
