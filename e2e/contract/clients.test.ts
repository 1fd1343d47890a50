import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "@/app/v1/operations";
import { Dropline, type DroplineError, type OrderRequest } from "@/clients/typescript/src/index";
import { exampleOrderBody } from "@/lib/api/examples";
import type { Operation } from "@/lib/api-runtime/operation";
import { LANGUAGES, type LanguageId, sample } from "@/lib/docs/samples";
import type { ApiClient } from "@/testing/api-client";
import { type FakeGeocoder, startFakeGeocoder } from "@/testing/fake-geocoder";
import { makeClient } from "@/testing/shop";
import { skipWithout } from "@/testing/skip-without";
import { startTestServer, type TestServer } from "@/testing/stage";

const ORDER = "shop-1042";
const QUERIES: Readonly<Record<string, string>> = {
  searchAddresses: `?${new URLSearchParams({ query: "улица Марата 30", limit: "3" })}`,
  findNearestAddress: "?latitude=59.9287&longitude=30.3607",
  listOrders: "?limit=5",
};

/** The program for each language and its arguments that prove it is installed. */
const TOOLS: Readonly<Record<LanguageId, readonly string[]>> = {
  curl: ["curl", "--version"],
  typescript: [process.execPath, "--version"],
  python: ["python3", "-c", "import requests"],
  php: ["php", "-r", "curl_init();"],
  go: ["go", "version"],
};

/** Each places an order, lists it, cancels it, and reads a missing one. */
const CLIENTS = [
  {
    label: "Python",
    language: "python",
    command: "python3",
    words: ["-B"],
    file: "try.py",
    program: `import json, os, sys
sys.path.insert(0, os.environ["CLIENTS"] + "/python")
from dropline import Dropline, DroplineError

dropline = Dropline(os.environ["DROPLINE_KEY"], os.environ["DROPLINE_URL"])
order = dropline.create_order(json.loads(os.environ["ORDER_BODY"]), sandbox_scenario="no_courier")
listed = dropline.list_orders(limit=1)["orders"][0]
cancelled = dropline.cancel_order(order["external_order_id"])
try:
    dropline.get_order("there / is none")
except DroplineError as error:
    told = [error.id, error.status]
print(json.dumps([order["status"], listed["external_order_id"], cancelled["status"], *told]))`,
  },
  {
    label: "PHP",
    language: "php",
    command: "php",
    words: [],
    file: "try.php",
    program: `<?php
require getenv('CLIENTS') . '/php/Dropline.php';
$dropline = new Dropline(getenv('DROPLINE_KEY'), getenv('DROPLINE_URL'));
$order = $dropline->createOrder(json_decode(getenv('ORDER_BODY'), true), sandboxScenario: 'no_courier');
$listed = $dropline->listOrders(limit: 1)['orders'][0];
$cancelled = $dropline->cancelOrder($order['external_order_id']);
try {
    $dropline->getOrder('there / is none');
} catch (DroplineError $error) {
    $told = [$error->id, $error->status];
}
echo json_encode([$order['status'], $listed['external_order_id'], $cancelled['status'], ...$told]);`,
  },
  {
    label: "Go",
    language: "go",
    command: "go",
    words: ["run"],
    file: "try.go",
    program: `package main

import (
	"context"
	"dropline"
	"encoding/json"
	"errors"
	"log"
	"os"
)

type order struct {
	ID     string \`json:"external_order_id"\`
	Status string \`json:"status"\`
}

func must[Value any](data json.RawMessage, err error) (value Value) {
	if err == nil {
		err = json.Unmarshal(data, &value)
	}
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	client := dropline.New(os.Getenv("DROPLINE_KEY"), os.Getenv("DROPLINE_URL"))
	body := json.RawMessage(os.Getenv("ORDER_BODY"))
	created := must[order](client.CreateOrder(ctx, body, dropline.CreateOrderOptions{SandboxScenario: "no_courier"}))
	listed := must[struct{ Orders []order }](client.ListOrders(ctx, dropline.ListOrdersOptions{Limit: "1"}))
	cancelled := must[order](client.CancelOrder(ctx, created.ID, map[string]any{}))
	_, err := client.GetOrder(ctx, "there / is none")
	var refusal *dropline.Error
	if !errors.As(err, &refusal) {
		log.Fatal(err)
	}
	told := []any{created.Status, listed.Orders[0].ID, cancelled.Status, refusal.ID, refusal.Status}
	if err := json.NewEncoder(os.Stdout).Encode(told); err != nil {
		log.Fatal(err)
	}
}`,
  },
] as const;

let stage: TestServer;
let geocoder: FakeGeocoder;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clients-"));
  geocoder = await startFakeGeocoder();
  stage = await startTestServer({ env: { GEOCODER_URL: geocoder.url, GEOCODER_TYPE: "photon" } });
});
afterAll(async () => {
  await stage?.close();
  await geocoder?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface ProcessResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(
  command: string,
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<ProcessResult> {
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
function getSample(
  language: LanguageId,
  { operationId, method, path, prefixes, examples }: Operation,
): string {
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

const FILES: Readonly<Record<LanguageId, string>> = {
  curl: "call.sh",
  typescript: "call.mjs",
  python: "call.py",
  php: "call.php",
  go: "main.go",
};

/** Runs the programs that it is given one after the other, up to the first that fails; in one process if it can. */
const RUNNERS: Readonly<Record<LanguageId, readonly [string, ...string[]]>> = {
  curl: ["sh", "-ec", 'for file; do sh "$file"; echo; done', "sh"],
  typescript: [
    process.execPath,
    "--input-type=module",
    "--eval",
    "for (const file of process.argv.slice(1)) await import(file);",
  ],
  python: ["python3", "-c", "import runpy, sys\nfor file in sys.argv[1:]: runpy.run_path(file)"],
  php: ["php", "-r", "foreach (array_slice($argv, 1) as $file) require $file;", "--"],
  go: ["sh", "-ec", 'for program; do "$program"; done', "sh"],
};

/** Writes the samples of all operations as programs, and returns where they are. */
async function writeSamples(language: LanguageId): Promise<(operation: Operation) => string> {
  const root = join(folder, language);
  for (const operation of OPERATIONS) {
    const home = join(root, operation.operationId);
    mkdirSync(home, { recursive: true });
    const code = getSample(language, operation);
    const text = language === "typescript" ? (await transform(code, { loader: "ts" })).code : code;
    writeFileSync(join(home, FILES[language]), text);
  }
  if (language !== "go") return ({ operationId }) => join(root, operationId, FILES[language]);
  writeFileSync(join(root, "go.mod"), "module samples\n\ngo 1.19\n");
  const built = await run("sh", [
    "-c",
    `cd '${root}' && mkdir bin && go build -ldflags='-s -w' -o bin/ ./...`,
  ]);
  if (built.code !== 0) throw new Error(built.err);
  return ({ operationId }) => join(root, "bin", operationId);
}

const STEPS_TO_THE_DOOR = 5;

/** Brings the order to the door, where the sample of `stepOrder` fails it. */
async function bringToDoor(api: ApiClient): Promise<void> {
  for (let steps = 0; steps < STEPS_TO_THE_DOOR; steps += 1)
    await api.post(`/v1/partner/sandbox/orders/${ORDER}/step`);
}

// Each call finds what those before it have left; a cancellation ends the order.
const LAST: readonly string[] = ["stepOrder", "answerUndeliverable", "cancelOrder"];
const FIRST = OPERATIONS.filter(({ operationId }) => !LAST.includes(operationId));
const AT_THE_DOOR = LAST.flatMap((id) => OPERATIONS.filter(({ operationId }) => operationId === id));

describe("the API", () => {
  it.for(LANGUAGES)("runs each operation's sample in $label", async ({ id: language }, context) => {
    skipWithout(TOOLS[language], context);
    const shop = await makeClient(stage.db, "test");
    const toPlace = await writeSamples(language);
    const [command, ...words] = RUNNERS[language];
    for (const operations of [FIRST, AT_THE_DOOR]) {
      if (operations === AT_THE_DOOR) await bringToDoor(stage.client(shop.key));
      const files = operations.map(toPlace);
      const { code, out, err } = await run(command, [...words, ...files], { DROPLINE_KEY: shop.key });
      expect(code, out + err).toBe(0);
      if (language !== "curl") continue;
      const answers = out.trim().split("\n");
      expect(answers).toHaveLength(operations.length);
      expect(answers.filter((answer) => !answer.startsWith('{"success":true'))).toEqual([]);
    }
    const { data } = await stage.client(shop.key).get(`/v1/partner/orders/${ORDER}`);
    expect(data.status).toBe("cancelled");
  });

  it("serves the client in TypeScript", async () => {
    const shop = await makeClient(stage.db, "test");
    const dropline = new Dropline({ key: shop.key, baseUrl: stage.server.baseUrl });
    const order = await dropline.createOrder(exampleOrderBody as OrderRequest, {
      sandboxScenario: "no_courier",
    });
    const listed = await dropline.listOrders({ limit: 1 });
    const cancelled = await dropline.cancelOrder(order.external_order_id);
    const missing = await dropline.getOrder("there / is none").catch((error: DroplineError) => error);
    const notified = [order.status, listed.orders[0]?.order_code, cancelled.status];
    expect(notified).toEqual(["new", order.order_code, "cancelled"]);
    expect(missing).toMatchObject({ name: "DroplineError", id: "order.not_found", status: 404, issues: [] });
  });

  it("gets retries of transient errors from that client, but not of sandbox steps", async () => {
    const statuses = [503, 429, 200];
    const sent: string[] = [];
    const dropline = new Dropline({
      key: "dl_test_1",
      baseUrl: "http://localhost",
      fetch: async (address) => {
        sent.push(new URL(String(address)).pathname);
        const status = statuses.shift() ?? 503;
        const error = { id: "service.unavailable", message: "Away", details: "[]" };
        return Response.json(status === 200 ? { success: true, data: {} } : { success: false, error }, {
          status,
        });
      },
    });
    await dropline.ping();
    expect(sent).toHaveLength(3);
    await expect(dropline.stepOrder("one")).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(4);
  });

  it.for(CLIENTS)(
    "serves the client in $label",
    async ({ language, command, words, program, file }, context) => {
      skipWithout(TOOLS[language], context);
      const shop = await makeClient(stage.db, "test");
      const home = join(folder, `client-${language}`);
      mkdirSync(home, { recursive: true });
      writeFileSync(join(home, file), program);
      if (language === "go")
        writeFileSync(
          join(home, "go.mod"),
          `module tried\n\ngo 1.19\n\nrequire dropline v0.0.0\n\nreplace dropline => ${resolve("clients/go")}\n`,
        );
      const { code, out, err } = await run(
        "sh",
        ["-c", `cd '${home}' && ${[command, ...words, file].join(" ")}`],
        {
          DROPLINE_KEY: shop.key,
          DROPLINE_URL: stage.server.baseUrl,
          CLIENTS: resolve("clients"),
          ORDER_BODY: JSON.stringify(exampleOrderBody),
        },
      );
      expect([code, err]).toEqual([0, ""]);
      expect(JSON.parse(out)).toEqual(["new", "shop-1042", "cancelled", "order.not_found", 404]);
    },
  );

  it("serves a client of the Model Context Protocol", async () => {
    const shop = await makeClient(stage.db, "test");
    const client = new Client({ name: "test", version: "1" });
    const transport = new StreamableHTTPClientTransport(new URL(`${stage.server.baseUrl}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${shop.key}` } },
    });
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    const { structuredContent } = await client.callTool({ name: "createOrder", arguments: exampleOrderBody });
    expect(structuredContent).toMatchObject({ success: true, data: { external_order_id: "shop-1042" } });
    await client.close();
    const bare = await fetch(`${stage.server.baseUrl}/mcp`, { method: "POST", body: "{}" });
    expect([bare.status, await bare.json()]).toMatchObject([401, { success: false }]);
  });
});
