import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { CityError } from "@/lib/city/build/city-error";
import { fileName } from "@/lib/city/build/city-name";

/** A connection that delivers nothing for 30 s is closed and reopened. */
const SILENT_MS = 30_000;
/** Pauses between retries; the sequence restarts after an attempt that delivered bytes. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];

const partSchema = z.object({ url: z.string(), validator: z.string() });

interface DownloadOptions {
  /** Called with the bytes so far and the total, which is null if the server does not send it. */
  readonly onProgress: (done: number, total: number | null) => void;
  readonly silentMs?: number;
  readonly pausesMs?: readonly number[];
}

/** Resumes `….part` while the server has the same file. @throws CityError if the connection keeps breaking */
export async function downloadExtract(
  url: string,
  folder: string,
  { onProgress, silentMs = SILENT_MS, pausesMs = PAUSES_MS }: DownloadOptions,
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, fileName(url) || "extract.osm.pbf");
  const part = new Part(`${file}.part`, url);
  for (let failures = 0; ; failures += 1) {
    const before = part.size();
    try {
      await fetchRest(url, part, silentMs, onProgress);
      renameSync(part.file, file);
      part.forget();
      return file;
    } catch (error) {
      if (error instanceof CityError || !isOfNetwork(error)) throw error;
      if (part.size() > before) failures = 0;
      const pause = pausesMs[failures];
      if (pause === undefined) throw new CityError(stopped(url, part.size(), error), { cause: error });
      await sleep(pause);
    }
  }
}

class Part {
  readonly file: string;
  readonly #note: string;
  readonly #url: string;

  constructor(file: string, url: string) {
    this.file = file;
    this.#note = `${file}.json`;
    this.#url = url;
  }

  size(): number {
    return statSync(this.file, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Identifies the file on the server; null if the part cannot be resumed. */
  validator(): string | null {
    if (!existsSync(this.#note) || this.size() === 0) return null;
    try {
      const note = partSchema.parse(JSON.parse(readFileSync(this.#note, "utf8")));
      return note.url === this.#url ? note.validator : null;
    } catch {
      return null;
    }
  }

  begin(validator: string | null): void {
    this.forget();
    if (validator === null) return;
    writeFileSync(this.#note, JSON.stringify({ url: this.#url, validator }));
  }

  forget(): void {
    rmSync(this.file, { force: true });
    rmSync(this.#note, { force: true });
  }
}

async function fetchRest(
  url: string,
  part: Part,
  silentMs: number,
  onProgress: DownloadOptions["onProgress"],
): Promise<void> {
  const ending = new AbortController();
  const giveUp = () => ending.abort(new Error(`nothing came for ${silentMs / 1000} s`));
  let timer = setTimeout(giveUp, silentMs);
  const validator = part.validator();
  const size = validator === null ? 0 : part.size();
  try {
    const response = await fetch(url, {
      signal: ending.signal,
      headers: {
        "Accept-Encoding": "identity",
        ...(validator === null ? {} : { Range: `bytes=${size}-`, "If-Range": validator }),
      },
    });
    if (response.status === 416) {
      // Range not satisfiable: the part is at least as long as the server's file, so it belongs to another file.
      await response.body?.cancel();
      part.forget();
      throw new TypeError("the part was longer than the file");
    }
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      const answer = `${response.status} ${response.statusText}`.trim();
      if (response.status >= 500) throw new TypeError(`the server answered ${answer}`);
      throw new CityError(`${url}: the server answered ${answer}.`);
    }
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get("content-range") ?? "");
    const continues = response.status === 206 && Number(range?.[1]) === size;
    if (response.status === 206 && !continues) {
      await response.body.cancel();
      part.forget();
      throw new TypeError("the server answered with another part");
    }
    if (!continues) part.begin(strongValidator(response.headers));
    const length = response.headers.get("content-length");
    const whole = length === null ? null : Number(length);
    const total = continues ? Number(range?.[2]) : whole;
    let done = continues ? size : 0;
    const handle = await open(part.file, "a");
    try {
      for await (const chunk of response.body) {
        clearTimeout(timer);
        timer = setTimeout(giveUp, silentMs);
        await handle.appendFile(chunk);
        done += chunk.byteLength;
        onProgress(done, total);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (total !== null && done !== total) throw new TypeError(`${done} of ${total} bytes came`);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a value for If-Range: a strong ETag, else the time of the last change. */
function strongValidator(headers: Headers): string | null {
  const tag = headers.get("etag");
  return tag !== null && !tag.startsWith("W/") ? tag : headers.get("last-modified");
}

/** Fetch rejects with a TypeError for any network problem; file system errors have an errno. */
function isOfNetwork(error: unknown): boolean {
  return error instanceof Error && !("errno" in error);
}

function stopped(url: string, size: number, error: unknown): string {
  const { message, cause } = error as Error;
  const reason = cause instanceof Error && cause.message !== "" ? cause.message : message;
  const megabytes = (size / 1_000_000).toFixed(1);
  return `${url}: the download stopped at ${megabytes} MB (${reason}). Run the command again to go on from there.`;
}
