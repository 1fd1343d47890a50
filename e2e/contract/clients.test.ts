import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/clients/[file]/route";
import { OPERATIONS } from "@/app/v1/operations";
import { exampleOrderBody } from "@/lib/api/examples";
import type { Operation } from "@/lib/api/operation";
import { LANGUAGES, type LanguageId, sample } from "@/lib/docs/samples";
import { buildClientDocument } from "@/scripts/client-document";
import type { ApiClient } from "@/testing/api-client";
import { BAD_ANSWERS, type RecordedCall, startBadServer } from "@/testing/bad-answers";
import { readPhpTypes, toShapes } from "@/testing/client-models";
import { buildProbe, type ProbeOutput } from "@/testing/client-probe";
import { type FakeGeocoder, startFakeGeocoder } from "@/testing/fake-geocoder";
import { PATIENCE_MS } from "@/testing/patience.mjs";
import { makeClient } from "@/testing/shop";
import { AUTH } from "@/testing/sign-in";
import { skipWithout } from "@/testing/skip-without";
import { startTestServer, type TestServer } from "@/testing/stage";

const ORDER = "shop-1042";
const PROBES = "e2e/contract/probes";
const EXTENSIONS: Readonly<Record<LanguageId, string>> = {
  curl: ".sh",
  typescript: ".ts",
  python: ".py",
  php: ".php",
  go: ".go",
};
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

interface ClientLibrary {
  readonly label: string;
  readonly language: LanguageId;
  /** Commands that succeed on a machine that has the language and its package manager. */
  readonly needs: readonly (readonly string[])[];
  /** Files of an application that depends on the library in `../library`. */
  readonly files: Readonly<Record<string, string>>;
  /** Shell commands that install the library and run the program. */
  readonly script: string;
}

/** Debian's Python has the packages that pip needs to install without a network. */
const PYTHON = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";

const LIBRARIES: readonly ClientLibrary[] = [
  {
    label: "TypeScript",
    language: "typescript",
    needs: [["sh", "-c", "command -v npm"]],
    files: { "package.json": '{"private":true,"type":"module"}' },
    script: `npm install --offline --no-audit --no-fund --loglevel=error ../dropline-typescript.tar.gz >&2
${process.execPath} probe.js`,
  },
  {
    label: "Python",
    language: "python",
    needs: [
      [
        PYTHON,
        "-c",
        "from importlib.metadata import version\nfor name in ('pip', 'setuptools', 'wheel'): version(name)",
      ],
    ],
    files: {},
    script: `${PYTHON} -m pip install --quiet --no-index --no-build-isolation --no-deps --disable-pip-version-check \\
  --root-user-action=ignore --no-compile --target=site ../library >&2
PYTHONPATH=site ${PYTHON} probe.py`,
  },
  {
    label: "PHP",
    language: "php",
    needs: [
      ["sh", "-c", "command -v composer"],
      ["php", "-r", "curl_init();"],
    ],
    files: {
      "composer.json": JSON.stringify({
        repositories: [
          { type: "path", url: "../library", options: { symlink: false } },
          { "packagist.org": false },
        ],
        require: { "dropline/client": "*" },
      }),
    },
    script:
      "COMPOSER_ALLOW_SUPERUSER=1 composer install --quiet --no-interaction --no-plugins >&2\nphp probe.php",
  },
  {
    label: "Go",
    language: "go",
    needs: [["go", "version"]],
    files: {
      "go.mod": `module probe

go 1.19

require github.com/dropline/dropline/clients/go v0.0.0

replace github.com/dropline/dropline/clients/go => ../library
`,
    },
    script: `test -z "$(gofmt -l ../library)"\ngo build -ldflags='-s -w' -o probe .\n./probe`,
  },
];

const LIFE = [
  "new",
  true,
  "delivered",
  ["new", "assigned", "in_progress", "delivered"],
  "cancelled",
  ["second", ORDER],
  ["order.created", "order.updated", "order.assigned", "order.in_progress", "order.delivered"],
  ["order.not_found", 404, true],
  ["pickup.latitude", "dropoffs"],
];

const document = buildClientDocument();

/** The calls that a library with a method for each operation and argument makes, each twice if it may be repeated. */
function documentedCalls(): RecordedCall[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { parameters = [], requestBody, "x-repeatable": isRepeatable }]) => {
        const names = (place: string) =>
          parameters
            .filter((one) => one.in === place)
            .flatMap(({ name, style, schema: { type } }) => {
              if (style === "deepObject") return `${name}[key]`;
              return type === "array" ? [name, name] : name;
            })
            .sort();
        return {
          method: method.toUpperCase(),
          path: path.replace(/\{\w+\}/g, "a/b ?#é"),
          query: names("query"),
          headers: names("header").map((name) => name.toLowerCase()),
          hasBody: requestBody !== undefined,
          attempts: isRepeatable ? 2 : 1,
        };
      },
    ),
  );
}

const sortCalls = (calls: readonly RecordedCall[]): RecordedCall[] =>
  calls.toSorted((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));

/** Outcomes and attempts by the name of the bad answer, with whether the time was as expected. */
function toReport(
  { outcomes }: ProbeOutput,
  attempts: Readonly<Record<string, number>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(BAD_ANSWERS).map(([name, { minMs = 0, maxMs = PATIENCE_MS }], place) => {
      const { ms = -1, ...outcome } = outcomes[place] ?? {};
      return [
        name,
        { ...outcome, attempts: attempts[name], time: ms >= minMs && ms <= maxMs ? "expected" : ms },
      ];
    }),
  );
}

const EXPECTED_REPORT = Object.fromEntries(
  Object.entries(BAD_ANSWERS).map(([name, { outcome, attempts }]) => [
    name,
    { ...outcome, attempts, time: "expected" },
  ]),
);

/** Unpacks the served archive next to an application with the program. */
async function unpack({ language, files }: ClientLibrary): Promise<string> {
  const root = join(folder, `library-${language}`);
  const home = join(root, "application");
  mkdirSync(join(root, "library"), { recursive: true });
  mkdirSync(home);
  const file = `dropline-${language}.tar.gz`;
  const response = await GET(new Request("http://localhost"), { params: Promise.resolve({ file }) });
  writeFileSync(join(root, file), Buffer.from(await response.arrayBuffer()));
  const { code, err } = await run("tar", ["-xzf", file, "--strip-components=1", "-C", "library"], {}, root);
  expect(code, err).toBe(0);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
  const [name = ""] = readdirSync(PROBES).filter((one) => one.endsWith(EXTENSIONS[language]));
  const program = readFileSync(join(PROBES, name), "utf8");
  if (language !== "typescript") writeFileSync(join(home, name), program);
  else {
    const { code: script } = await transform(program, { loader: "ts" });
    writeFileSync(
      join(home, "probe.js"),
      script.replace("@/clients/typescript/src/index", "@dropline/client"),
    );
  }
  return home;
}

interface Probe {
  readonly probe: ReturnType<typeof buildProbe>;
  readonly result: Promise<ProcessResult>;
}

/** Starts installing a library and running its program. */
async function startProbe(library: ClientLibrary): Promise<Probe> {
  const { language, script } = library;
  const shop = await makeClient(stage.db, "test");
  const badUrl = `${badServer.url}/${language}`;
  const probe = buildProbe({ key: shop.key, url: stage.server.baseUrl, badUrl });
  const home = await unpack(library);
  return { probe, result: run("sh", ["-ec", script], { PROBE: JSON.stringify(probe.input) }, home) };
}

const probes = {} as Record<LanguageId, Promise<Probe>>;
let badServer: Awaited<ReturnType<typeof startBadServer>>;
let stage: TestServer;
let geocoder: FakeGeocoder;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clients-"));
  geocoder = await startFakeGeocoder();
  badServer = await startBadServer();
  stage = await startTestServer({
    env: {
      GEOCODER_URL: geocoder.url,
      GEOCODER_TYPE: "photon",
      WEBHOOK_SECRET_KEY: AUTH.AUTH_SECRET,
    },
  });
  // They mostly wait, so they run in parallel with the other tests.
  for (const library of LIBRARIES) {
    probes[library.language] = startProbe(library);
    await probes[library.language];
  }
});
afterAll(async () => {
  await stage?.close();
  await badServer?.close();
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
  cwd = folder,
): Promise<ProcessResult> {
  return new Promise((settle, fail) => {
    const child = spawn(command, words, { cwd, env: { ...process.env, ...env } });
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
  values: PathValues,
): string {
  const place = `/v1/${prefixes[0]}${path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name)}`;
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
  go: ["sh", "-ec", './go/samples "$@"', "sh"],
};

/** Values of the parameters of paths, by name. */
type PathValues = Readonly<Record<string, string>>;

/** Creates a batch and an endpoint with a delivery, and finds the current statement. */
async function createObjects(api: ApiClient): Promise<PathValues> {
  const batch = await api.post<{ batch_id: string }>("/v1/partner/batches", { orders: [{}] });
  const path = "/v1/partner/webhook_endpoints";
  const endpoint = await api.post<{ endpoint_id: string }>(path, { url: "https://[2a0e:ffff::1]/hooks" });
  const { endpoint_id } = endpoint.data;
  const delivery = await api.post<{ delivery_id: string }>(`${path}/${endpoint_id}/test`);
  const { delivery_id } = delivery.data;
  const list = await api.get<{ statements: { month: string }[] }>("/v1/partner/statements");
  const { month = "" } = list.data.statements[0] ?? {};
  return { external_order_id: ORDER, batch_id: batch.data.batch_id, endpoint_id, delivery_id, month };
}

/** Writes the samples of all operations as programs, and returns where they are. */
async function writeSamples(
  language: LanguageId,
  values: PathValues,
): Promise<(operation: Operation) => string> {
  const root = join(folder, language);
  for (const operation of OPERATIONS) {
    const home = join(root, operation.operationId);
    mkdirSync(home, { recursive: true });
    const code = getSample(language, operation, values);
    writeFileSync(join(home, FILES[language]), await toProgram(language, operation, code));
  }
  if (language !== "go") return ({ operationId }) => join(root, operationId, FILES[language]);
  const ids = OPERATIONS.map(({ operationId }) => operationId);
  const imports = ["os", ...ids.map((id) => `samples/${id}`)].map((name) => `import "${name}"\n`).join("");
  const cases = ids.map((id) => `\t\tcase "${id}":\n\t\t\t${id}.Run()\n`).join("");
  const main = `func main() {\n\tfor _, id := range os.Args[1:] {\n\t\tswitch id {\n${cases}\t\t}\n\t}\n}\n`;
  writeFileSync(join(root, "main.go"), `package main\n\n${imports}\n${main}`);
  writeFileSync(join(root, "go.mod"), "module samples\n\ngo 1.19\n");
  const built = await run("go", ["build", "-ldflags=-s -w", "-o", "samples", "."], {}, root);
  if (built.code !== 0) throw new Error(built.err);
  return ({ operationId }) => operationId;
}

/** The samples in Go are linked once, as packages of one program: linking each would take most of the test's time. */
async function toProgram(language: LanguageId, { operationId }: Operation, code: string): Promise<string> {
  if (language === "typescript") return (await transform(code, { loader: "ts" })).code;
  if (language !== "go") return code;
  return code.replace("package main", `package ${operationId}`).replace("func main()", "func Run()");
}

const STEPS_TO_THE_DOOR = 5;

/** Brings the order to the door, where the sample of `stepOrder` fails it. */
async function bringToDoor(api: ApiClient): Promise<void> {
  for (let steps = 0; steps < STEPS_TO_THE_DOOR; steps += 1)
    await api.post(`/v1/partner/sandbox/orders/${ORDER}/step`);
}

// Each call finds what those before it have left; a cancellation ends the order, and a patch disables the endpoint.
const LAST: readonly string[] = [
  "stepOrder",
  "answerUndeliverable",
  "cancelOrder",
  "patchWebhookEndpoint",
  "deleteWebhookEndpoint",
];
const FIRST = OPERATIONS.filter(({ operationId }) => !LAST.includes(operationId));
const AT_THE_DOOR = LAST.flatMap((id) => OPERATIONS.filter(({ operationId }) => operationId === id));

describe("the API", () => {
  it.for(LANGUAGES)("runs each operation's sample in $label", async ({ id: language }, context) => {
    skipWithout(TOOLS[language], context);
    const shop = await makeClient(stage.db, "test");
    const toPlace = await writeSamples(language, await createObjects(stage.client(shop.key)));
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

  it.for(LIBRARIES)("serves the client library for $label", async (library, context) => {
    for (const command of library.needs) skipWithout(command, context);
    const { language } = library;
    const { probe, result } = await probes[language];
    const { code, out, err } = await result;
    expect(code, out + err).toBe(0);
    const found: ProbeOutput = JSON.parse(out);
    expect(found.life).toEqual(LIFE);
    expect(found.webhooks).toEqual(probe.webhooks);
    expect(found.newer).toEqual(probe.newer);
    expect(toReport(found, badServer.attempts(language))).toEqual(EXPECTED_REPORT);
    expect(sortCalls(badServer.calls(language))).toEqual(sortCalls(documentedCalls()));
    if (language === "typescript") return;
    const models = typeof found.models === "string" ? readPhpTypes(found.models) : found.models;
    const expected = toShapes(document.components.schemas, language !== "go");
    for (const [name, shape] of Object.entries(expected)) expect(models?.[name], name).toEqual(shape);
  });

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
