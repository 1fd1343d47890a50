// The program that scripts/city.mjs runs, bundled.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildCity, type Step } from "@/lib/city/build/build-city";
import { formatFailure } from "@/lib/city/build/city-error";
import { isWebAddress } from "@/lib/city/build/city-name";
import { downloadExtract } from "@/lib/city/build/download-extract";
import { ARCHIVE_ENDING, installCity } from "@/lib/city/build/install-city";
import { buildingFolder } from "@/lib/city/build/switch-city";
import { type City, citiesFolder, readCity } from "@/lib/city/city";
import { openDatabase as openPool } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import { type BuildCall, parseCityCall, USAGE } from "@/scripts/city-call";
import { dataDir, openDatabase } from "@/scripts/database.mjs";
import { lockCities } from "@/scripts/lock-cities";

const DATABASE_CONNECTIONS = 4;
const SHOWN_EVERY_MS = 200;

const write = (text: string): void => void process.stderr.write(text);
const isTerminal = process.stderr.isTTY === true;

const step: Step = async (title, work) => {
  const startedAt = performance.now();
  let shownAt = startedAt;
  const say = (text: string): void => {
    if (!isTerminal || performance.now() - shownAt < SHOWN_EVERY_MS) return;
    shownAt = performance.now();
    write(`\r\x1b[K· ${title} … ${text}`);
  };
  write(`· ${title} … `);
  try {
    const result = await work(say);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    write(isTerminal ? `\r\x1b[K· ${title} … ${seconds} s\n` : `${seconds} s\n`);
    return result;
  } catch (error) {
    write(isTerminal ? `\r\x1b[K· ${title} … failed\n` : "failed\n");
    throw error;
  }
};

const stopping = new AbortController();
let unlock = (): void => {};
let embedded: Awaited<ReturnType<typeof openDatabase>>["embedded"] = null;

async function stop(): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort(new Error("stopped"));
  rmSync(buildingFolder(dataDir), { recursive: true, force: true });
  await embedded?.stop();
  unlock();
  write("\nStopped; everything is as it was.\n");
  process.exit(130);
}

async function build(call: BuildCall): Promise<void> {
  unlock = await lockCities(dataDir, () => write("· Waiting for another city to be built\n"));
  const downloads = join(citiesFolder(dataDir), "downloads");
  try {
    const extract = isWebAddress(call.source) ? await download(call.source, downloads) : call.source;
    const database = await openDatabase();
    embedded = database.embedded;
    await migrate(database.databaseUrl);
    const db = openPool(database.databaseUrl, DATABASE_CONNECTIONS);
    try {
      const context = { db, dataDir, step, signal: stopping.signal };
      const city = extract.endsWith(ARCHIVE_ENDING)
        ? await installCity(context, extract)
        : await buildCity(context, { ...call, extract });
      rmSync(downloads, { recursive: true, force: true });
      write(`\n${describeCity(city)}\n`);
    } finally {
      await db.close();
      await embedded?.stop();
    }
  } finally {
    unlock();
  }
}

function download(url: string, folder: string): Promise<string> {
  return step(`Downloading ${url}`, (say) =>
    downloadExtract(url, folder, {
      onProgress: (done, total) =>
        say(total === null ? formatSize(done) : `${formatSize(done)} of ${formatSize(total)}`),
    }),
  );
}

const KM_PER_DEGREE = 111.2;

function describeCity(city: City): string {
  const { west, south, east, north } = city.bounds;
  const width = (east - west) * KM_PER_DEGREE * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const height = (north - south) * KM_PER_DEGREE;
  const { counts, bytes } = city;
  const rows = [
    ["area", `${kilometers(width)} × ${kilometers(height)} km: ${[west, south, east, north].join(",")}`],
    ["data of", city.dataFrom === null ? "the file does not say" : day(city.dataFrom)],
    ["built", `${city.builtAt.slice(0, 16).replace("T", " ")} UTC, version ${city.version}`],
    ["counts", `${whole(counts.roads)} roads, ${whole(counts.buildings)} buildings`],
    ["", `${whole(counts.addresses)} addresses, ${whole(counts.tiles)} tiles, ${whole(counts.nodes)} nodes`],
    [
      "sizes",
      `${formatSize(bytes.map)} map, ${bytes.roads === 0 ? "no roads" : `${formatSize(bytes.roads)} roads`}`,
    ],
    ["", `from ${formatSize(bytes.extract)}`],
  ] as const;
  return [city.name, ...rows.map(([title, text]) => `  ${title.padEnd(9)}${text}`)].join("\n");
}

function formatSize(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const whole = (count: number): string => count.toLocaleString("en");
const day = (instant: string): string => instant.slice(0, 10);
const kilometers = (length: number): string => (length < 10 ? length.toFixed(1) : length.toFixed(0));

async function main(): Promise<void> {
  const call = parseCityCall(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
  if (call.kind === "help") console.log(USAGE);
  if (call.kind === "build") await build(call);
  if (call.kind !== "show") return;
  const city = readCity(dataDir);
  console.log(city === null ? "There is no city yet. See npm run city -- --help" : describeCity(city));
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => void stop());
}

main().catch((error) => {
  // Failures after the stop signal are caused by it.
  if (stopping.signal.aborted) return;
  write(`${formatFailure(error)}\n`);
  process.exit(1);
});
