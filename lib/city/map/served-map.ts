import { type Stats, statSync } from "node:fs";
import { LRUCache } from "lru-cache";
import { cityFolder, followCity, mapFile } from "@/lib/city/city";
import { openTileFile, type TileFile } from "@/lib/city/map/tile-file";
import { type Config, config } from "@/lib/config";
import { logFailure } from "@/lib/log";

const LOOK_EVERY_MS = 1_000;
const MAX_FILES = 4;
const VERSION = /^[0-9a-f]{12}$/;

export interface ServedMap extends Pick<TileFile, "bounds" | "minZoom" | "maxZoom" | "tile"> {
  readonly version: string;
}

/** Reopens the file when it is replaced, and logs once that it is gone or broken. */
class WatchedFile {
  #stamp: string | null = null;
  #lookAgainAt = -Infinity;
  #file: Promise<TileFile | null> = Promise.resolve(null);

  constructor(
    readonly path: string,
    private readonly now: () => number,
  ) {}

  read(): Promise<TileFile | null> {
    if (this.now() < this.#lookAgainAt) return this.#file;
    this.#lookAgainAt = this.now() + LOOK_EVERY_MS;
    const stamp = getStamp(statSync(this.path, { throwIfNoEntry: false }));
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      const before = this.#file;
      this.#file = openTileFile(this.path).catch((error: unknown) => {
        logFailure("map file cannot be read, maps stay plain", error, { file: this.path });
        return null;
      });
      // Delayed so that reads in progress can finish.
      setTimeout(() => closeFile(before), 10 * LOOK_EVERY_MS).unref();
    }
    return this.#file;
  }

  close(): void {
    closeFile(this.#file);
  }
}

const getStamp = (stat: Stats | undefined): string =>
  stat === undefined ? "" : `${stat.ino} ${stat.mtimeMs} ${stat.size}`;

function closeFile(file: Promise<TileFile | null>): void {
  file.then((opened) => opened?.close()).catch((error: unknown) => logFailure("map file not closed", error));
}

/** MAP_FILE, or else the city's map and those of previous cities while they are kept. */
export class TilesetRegistry {
  readonly #files = new LRUCache<string, WatchedFile>({ max: MAX_FILES, dispose: (file) => file.close() });
  readonly #city: ReturnType<typeof followCity>;
  #ownVersion: string | null = null;

  constructor(
    private readonly settings: Pick<Config, "dataDir" | "mapFile">,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#city = followCity(settings.dataDir, now);
  }

  async current(): Promise<ServedMap | null> {
    const { mapFile: own } = this.settings;
    if (own !== null) {
      const file = await this.#follow(own).read();
      if (file === null) return null;
      this.#ownVersion = file.digest;
      return served(file, file.digest);
    }
    const city = this.#city();
    const file = city && (await this.#follow(mapFile(city)).read());
    return city && file && served(file, city.version);
  }

  /** For pages opened before a switch. "unreadable" if the file is gone or broken, null for an unknown version. */
  async find(version: string): Promise<ServedMap | "unreadable" | null> {
    if (!VERSION.test(version)) return null;
    const current = await this.current();
    if (current?.version === version) return current;
    if (this.settings.mapFile !== null) return version === this.#ownVersion ? "unreadable" : null;
    const folder = cityFolder(this.settings.dataDir, version);
    const isKept = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
    if (!isKept) return null;
    const file = await this.#follow(mapFile({ folder })).read();
    return file === null ? "unreadable" : served(file, version);
  }

  close(): void {
    for (const file of this.#files.values()) file.close();
    this.#files.clear();
  }

  #follow(path: string): WatchedFile {
    const known = this.#files.get(path) ?? new WatchedFile(path, this.now);
    this.#files.set(path, known);
    return known;
  }
}

const served = ({ bounds, minZoom, maxZoom, tile }: TileFile, version: string): ServedMap => ({
  version,
  bounds,
  minZoom,
  maxZoom,
  tile,
});

let shelf: TilesetRegistry | undefined;

export function getTilesets(): TilesetRegistry {
  shelf ??= new TilesetRegistry(config());
  return shelf;
}
