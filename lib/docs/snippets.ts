import { exampleOrderBody, exampleQuoteBody } from "@/lib/api/examples";
import { placeSample, type SampleTown } from "@/lib/docs/sample-town";
import { type SampleRequest, sample } from "@/lib/docs/samples";
import { translateSample } from "@/lib/docs/translate-sample";
import type { Locale } from "@/lib/locale/locale";

export type CodeLanguage = "bash" | "json" | "javascript" | "typescript" | "python" | "php" | "go";

interface Snippet {
  readonly language: CodeLanguage;
  readonly code: (api: string, town: SampleTown | null) => string;
}

const curl = (path: string, request: Partial<SampleRequest> = {}): Snippet => ({
  language: "bash",
  code: (api, town) => sample("curl", { method: "GET", ...placeSample(request, town), url: `${api}${path}` }),
});

const REFUSAL = {
  success: false,
  error: {
    id: "validation.partner_payload_invalid",
    code: "INVALID_PAYLOAD",
    message: "pickup.address.latitude: must be at most 90",
    details: '[{"field":"pickup.address.latitude","message":"must be at most 90"}]',
  },
};

const SNIPPETS = {
  "check-key": {
    language: "bash",
    code: (api) => `export DROPLINE_KEY=dl_test_…\n\n${curl("/ping").code(api, null)}`,
  },
  quote: curl("/quotes", { method: "POST", body: exampleQuoteBody }),
  order: curl("/orders", { method: "POST", body: exampleOrderBody }),
  "read-order": curl("/orders/shop-1042"),
  scenario: curl("/orders", {
    method: "POST",
    headers: { "X-Sandbox-Scenario": "absent_then_return", "X-Sandbox-Speed": "60" },
    body: { ...exampleOrderBody, external_order_id: "rehearsal-1" },
  }),
  envelope: {
    language: "json",
    code: () =>
      `{ "success": true,  "data": { … } }\n{ "success": false, "error": { "id": "order.not_found", … } }`,
  },
  refusal: { language: "json", code: () => JSON.stringify(REFUSAL, null, 2) },
  "decode-details": {
    language: "javascript",
    code: () => `const { error } = await response.json();
for (const { field, message } of JSON.parse(error.details)) {
  console.log(field, message); // pickup.address.latitude must be at most 90
}`,
  },
  "decode-details-python": {
    language: "python",
    code: () => `error = response.json()["error"]
for issue in json.loads(error["details"]):
    print(issue["field"], issue["message"])`,
  },
  retry: {
    language: "javascript",
    code: () => `async function callWithRetries(request, tries = 6) {
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(request.clone());
    const mayRetry = [409, 429, 503].includes(response.status) && response.headers.has("Retry-After");
    if (!mayRetry || attempt === tries) return response;
    const jitter = Math.random() * Math.min(2 ** attempt, 60);
    const seconds = Number(response.headers.get("Retry-After")) + jitter;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}`,
  },
  "retry-python": {
    language: "python",
    code: () => `def call_with_retries(send, tries=6):
    for attempt in range(tries + 1):
        response = send()
        may_retry = response.status_code in (409, 429, 503) and "Retry-After" in response.headers
        if not may_retry or attempt == tries:
            return response
        jitter = random.random() * min(2**attempt, 60)
        time.sleep(int(response.headers["Retry-After"]) + jitter)`,
  },
  "webhook-receiver": {
    language: "javascript",
    code: () => `import { createServer } from "node:http";

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  if (!isGenuine(request.headers, body, process.env.DROPLINE_WEBHOOK_SECRET)) {
    response.writeHead(401).end();
    return;
  }
  response.writeHead(204).end(); // respond first, then process the event
  const event = JSON.parse(body);
  if (await isNew(event.id)) await handle(event);
}).listen(4000);`,
  },
  listen: { language: "bash", code: () => "npm run -s cli -- webhook listen --port 4000 --secret whsec_…" },
  "read-journal": curl("/events?limit=100"),
  "test-edit": curl("/orders/shop-1042", {
    method: "PATCH",
    body: { dropoffs: [{ index: 0, contact: { name: "Anna" } }] },
  }),
  "client-install": {
    language: "bash",
    code: (api) => {
      const folder = `${api.replace(/\/v1\/\w+$/, "")}/clients`;
      return `npm install ${folder}/dropline-typescript.tar.gz
pip install ${folder}/dropline-python.tar.gz

# Go: unpack into ./dropline
go mod edit -require=github.com/dropline/dropline/clients/go@v0.0.0
go mod edit -replace=github.com/dropline/dropline/clients/go=./dropline

# PHP: unpack into ./dropline
composer config repositories.dropline path ./dropline
composer require dropline/client`;
    },
  },
  "client-order": {
    language: "typescript",
    code: (api, town) => `import { Dropline, DroplineError } from "@dropline/client";

const dropline = new Dropline({
  key: process.env.DROPLINE_KEY ?? "",
  baseUrl: "${api.replace(/\/v1\/\w+$/, "")}",
});
try {
  const order = await dropline.createOrder(${JSON.stringify(placeSample(exampleOrderBody, town), null, 2).replaceAll("\n", "\n  ")});
  console.log(order.status, order.tracking_url);
} catch (error) {
  if (!(error instanceof DroplineError)) throw error;
  console.error(error.id, error.status, error.issues, error.requestId);
}`,
  },
  "client-webhook": {
    language: "typescript",
    code: () => `import { isNewer, verifyWebhook } from "@dropline/client";

const secret = process.env.DROPLINE_WEBHOOK_SECRET ?? "";
const event = await verifyWebhook(request.headers, await request.text(), secret);
if (isNewer(event, await findSequence(event.external_order_id))) {
  await update(event.order, event.sequence);
}`,
  },
  "find-address": {
    language: "bash",
    code: (api, town) => {
      const typed = placeSample("Strada Pajurii 5", town).toLowerCase();
      const query = new URLSearchParams({ query: typed, limit: "1" });
      return curl(`/addresses?${query}`).code(api, town);
    },
  },
} as const satisfies Record<string, Snippet>;

export type SnippetName = keyof typeof SNIPPETS;

export const isSnippetName = (name: string): name is SnippetName => Object.hasOwn(SNIPPETS, name);

interface SnippetContext {
  readonly base: string;
  readonly prefix: string;
  readonly locale: Locale;
  readonly town: SampleTown | null;
}

export function snippet(
  name: SnippetName,
  { base, prefix, locale, town }: SnippetContext,
): { readonly code: string; readonly language: CodeLanguage } {
  const { language, code }: Snippet = SNIPPETS[name];
  return { language, code: translateSample(locale, code(`${base}/v1/${prefix}`, town)) };
}
