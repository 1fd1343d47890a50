// Unpacks the release's tarball into an empty folder and orders a courier from it, as docs/api-guide.md does. The
// only thing from this checkout that runs is its embedded PostgreSQL.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { probePort } from "../packages/embedded-postgres/port.mjs";
import { root } from "../scripts/install.mjs";

const START_WITHIN_MS = 30_000;
const MAX_MEGABYTES = 250;

const PLACE = { latitude: 47.022616, longitude: 28.83283 };
const OTHER_PLACE = { latitude: 47.03123, longitude: 28.866775 };
const CONTACT = { value: "+37369123456", name: "Анна" };

const home = mkdtempSync(join(tmpdir(), "dropline-release-"));
// The embedded database may run as another user.
chmodSync(home, 0o755);
/** @type {import("../packages/embedded-postgres/postgres.ts").EmbeddedPostgres | null} */
let database = null;
/** @type {import("node:child_process").ChildProcess | null} */
let server = null;

/** @param {boolean} isMet @param {string} claim */
function expect(isMet, claim) {
  if (!isMet) throw new Error(`The release fails: ${claim}`);
  process.stdout.write(`· ${claim}\n`);
}

/** @param {string} folder @param {number} port @param {string} databaseUrl */
function getSettings(folder, port, databaseUrl) {
  return {
    NODE_ENV: /** @type {const} */ ("production"),
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, "data"),
    AUTH_SECRET: "a secret of thirty-two characters",
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    HOST: "127.0.0.1",
    PORT: String(port),
    LOG_LEVEL: "warn",
    DRAIN_SECONDS: "0",
  };
}

/** @param {string} url @returns {Promise<boolean>} */
const isOk = (url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

async function main() {
  const [tarball] = readdirSync(join(root, "dist/release")).filter((name) => name.endsWith(".tar.gz"));
  if (tarball === undefined)
    throw new Error("There is no tarball in dist/release. Run npm run release first.");
  const folder = join(home, tarball.replace(".tar.gz", ""));
  execFileSync("tar", ["-xzf", join(root, "dist/release", tarball), "-C", home]);
  const megabytes = Number(execFileSync("du", ["-sm", folder], { encoding: "utf8" }).split("\t")[0]);
  expect(megabytes <= MAX_MEGABYTES, `it takes at most ${MAX_MEGABYTES} MB (${megabytes} MB)`);
  const tools = ["typescript", "prisma", "esbuild", "tailwindcss"];
  const packages = readdirSync(join(folder, "node_modules"));
  expect(!packages.some((name) => tools.includes(name)), "it contains no tools for building");
  const notices = readFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8");
  const named = ["maplibre-gl ", "next ", "react ", "pg ", "OpenStreetMap"];
  expect(
    named.every((name) => notices.includes(name)),
    "its notices name what the pages, the server and the city are made of",
  );
  expect(existsSync(join(folder, "clients/typescript/dist/index.js")), "its TypeScript client is built");

  const { startEmbedded } = await import(pathToFileURL(join(root, "dist/postgres.mjs")).href);
  database = await startEmbedded({ dataDir: join(home, "postgres"), isDurable: false });
  const port = await probePort(0);
  const env = getSettings(home, port, database?.databaseUrl ?? "");
  const cli = (/** @type {string[]} */ ...words) =>
    JSON.parse(execFileSync(process.execPath, ["cli.mjs", ...words], { cwd: folder, env, encoding: "utf8" }));
  expect(cli("migrate").applied.length > 0, "node cli.mjs migrate migrates an empty database");
  expect(cli("migrate").applied.length === 0, "a repeated migration changes nothing");
  const account = cli("account", "create", "--email", "shop@example.com", "--name", "Shop");
  const { key } = cli("key", "create", "--account", account.id, "--name", "Shop", "--mode", "test");

  const startedAt = performance.now();
  const child = spawn(process.execPath, ["server.mjs"], { cwd: folder, env, stdio: "inherit" });
  server = child;
  while (!(await isOk(`${env.PUBLIC_URL}/readyz`))) {
    const isLate = performance.now() - startedAt > START_WITHIN_MS;
    if (isLate || child.exitCode !== null) throw new Error("The release does not start.");
    await sleep(50);
  }
  expect(true, `node server.mjs starts (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);

  const call = async (/** @type {string} */ path, /** @type {object} */ body) => {
    const response = await fetch(`${env.PUBLIC_URL}/v1/partner/${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await response.json()).data;
  };
  const quote = await call("quotes", { pickup: PLACE, dropoffs: [OTHER_PLACE], cargo_size: "S" });
  expect(quote?.routing === "roads", "a quote's price follows the roads");
  const order = await call("orders", {
    external_order_id: "shop-1042",
    pickup: {
      address: { ...PLACE, area: "Кишинёв", street: "улица Пушкина", building: "24" },
      contact: CONTACT,
    },
    dropoffs: [
      {
        address: { ...OTHER_PLACE, area: "Кишинёв", street: "улица Пажурий", building: "5" },
        contact: CONTACT,
      },
    ],
    cargo_size: "S",
    quote_id: quote.quote_id,
  });
  expect(order?.price === quote.price, "an order takes the price of its quote");
  const page = await fetch(order.tracking_url);
  expect(page.ok && (await page.text()).includes(order.order_code), "the tracking page shows the order");
  for (const path of ["/", "/docs", "/dashboard", "/openapi.json", "/map/style/light/en"]) {
    expect(await isOk(env.PUBLIC_URL + path), `${path} is served`);
  }
  const ended = new Promise((settle) => child.once("exit", settle));
  child.kill("SIGTERM");
  expect((await ended) === 0, "it stops on SIGTERM");
}

async function close() {
  server?.kill("SIGKILL");
  await database?.stop();
  rmSync(home, { recursive: true, force: true });
}

main().then(close, async (error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  await close();
  process.exitCode = 1;
});
