import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { Dropline, type DroplineError } from "@/clients/typescript/src/index";
import { OPERATIONS } from "@/lib/api/operations";
import type { Operation } from "@/lib/operation/operation";
import { LANGUAGES, type LanguageId, sample } from "@/lib/reference/samples";
import type { ApiClient } from "@/testing/api-client";
import { type FakeGeocoder, startFakeGeocoder } from "@/testing/fake-geocoder";
import { makeClient } from "@/testing/shop";
import { openStage, type Stage } from "@/testing/stage";

const ORDER = "shop-1042";
const QUERIES: Readonly<Record<string, string>> = {
  searchAddresses: `?${new URLSearchParams({ query: "улица Марата 30", limit: "3" })}`,
  findNearestAddress: "?latitude=59.9287&longitude=30.3607",
  listOrders: "?limit=5",
};

/** What each program needs, and whether this machine has it. */
const TOOLS: Readonly<Record<LanguageId, readonly string[]>> = {
  curl: ["curl", "--version"],
  typescript: [process.execPath, "--version"],
  python: ["python3", "-c", "import requests"],
  php: ["php", "-r", "curl_init();"],
  go: ["go", "version"],
};

function skipWithout([command = "", ...words]: readonly string[], { skip }: TestContext): void {
  const { error, status } = spawnSync(command, words);
  if (error !== undefined || status !== 0) skip(`this machine cannot run ${[command, ...words].join(" ")}`);
}

let stage: Stage;
let geocoder: FakeGeocoder;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clients-"));
  geocoder = await startFakeGeocoder();
  stage = await openStage({ env: { GEOCODER_URL: geocoder.url, GEOCODER_TYPE: "photon" } });
});
afterAll(async () => {
  await stage?.close();
  await geocoder?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(command: string, words: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((settle, fail) => {
    const child = spawn(command, words, { cwd: folder, env: { ...process.env, ...env } });
    let [out, err] = ["", ""];
    child.stdout.on("data", (piece) => {
      out += piece;
    });
    child.stderr.on("data", (piece) => {
      err += piece;
    });
    child.on("error", fail);
    child.on("close", (code) => settle({ code, out, err }));
  });
}

/** The sample of an operation, as the reference shows it for this service. */
function sampleOf(language: LanguageId, { operationId, method, path, prefixes, examples }: Operation): string {
  const place = `/v1/${prefixes[0]}${path.replace("{external_order_id}", ORDER)}`;
  const body = examples?.body;
  return sample(language, {
    method,
    url: `${stage.server.baseUrl}${place}${QUERIES[operationId] ?? ""}`,
    ...(operationId === "createOrder" ? { headers: { "X-Sandbox-Scenario": "no_courier" } } : {}),
    ...(body === undefined ? {} : { body }),
    keyEnds: "dl_test_4f2a…9Xyz",
  });
}

/** Writes the samples of all operations as programs, and returns how each is run. */
async function programs(language: LanguageId): Promise<(operation: Operation) => [string, string[]]> {
  const fileOf = ({ operationId }: Operation, name: string) => join(folder, language, operationId, name);
  const names = { curl: "call.sh", typescript: "call.mjs", python: "call.py", php: "call.php", go: "main.go" };
  const name = names[language];
  for (const operation of OPERATIONS) {
    const file = fileOf(operation, name);
    mkdirSync(resolve(file, ".."), { recursive: true });
    const code = sampleOf(language, operation);
    writeFileSync(file, language === "typescript" ? (await transform(code, { loader: "ts" })).code : code);
  }
  if (language === "go") {
    const root = join(folder, language);
    writeFileSync(join(root, "go.mod"), "module samples\n\ngo 1.19\n");
    const built = await run("go", ["build", "-C", root, "-o", `${join(root, "bin")}/`, "./..."]);
    const older =
      built.code === 0 ? built : await run("sh", ["-c", `cd '${root}' && mkdir -p bin && go build -o bin/ ./...`]);
    if (older.code !== 0) throw new Error(older.err);
    return ({ operationId }) => [join(root, "bin", operationId), []];
  }
  const command = { curl: "sh", typescript: process.execPath, python: "python3", php: "php" }[language];
  return (operation) => [command, [fileOf(operation, name)]];
}

/** Brings the order to the door, where the sample of `stepOrder` fails it. */
async function bringToDoor(api: ApiClient): Promise<void> {
  for (const step of ["assign", "accept", "arrive", "pick_up", "arrive"])
    await api.post(`/v1/partner/sandbox/orders/${ORDER}/step`, step === "accept" ? undefined : { step });
}

// Each call finds what those before it have left; a cancellation ends the order.
const LAST: readonly string[] = ["stepOrder", "answerUndeliverable", "cancelOrder"];
const IN_TURN = [
  ...OPERATIONS.filter(({ operationId }) => !LAST.includes(operationId)),
  ...LAST.flatMap((id) => OPERATIONS.filter(({ operationId }) => operationId === id)),
];

describe("what the reference shows runs against the service", () => {
  it.each(LANGUAGES.map(({ id, label }) => [label, id] as const))(
    "the samples of all operations in %s",
    async (_, language, ...[context]: [context?: TestContext]) => {
      void context;
      await runSamples(language);
    },
  );
});

async function runSamples(language: LanguageId): Promise<void> {
  const shop = await makeClient(stage.db, "test");
  const programOf = await programs(language);
  const refused: unknown[] = [];
  for (const operation of IN_TURN) {
    if (operation.operationId === "stepOrder") await bringToDoor(stage.client(shop.key));
    const [command, words] = programOf(operation);
    const { code, out, err } = await run(command, words, { DROPLINE_KEY: shop.key });
    const isRefused = code !== 0 || (language === "curl" && !out.startsWith('{"success":true'));
    if (isRefused || out.trim() === "") refused.push([operation.operationId, code, out, err]);
  }
  expect(refused).toEqual([]);
  const { data } = await stage.client(shop.key).get(`/v1/partner/orders/${ORDER}`);
  expect(data.status).toBe("cancelled");
}
