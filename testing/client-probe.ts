import { exampleOrderBody } from "@/lib/api/examples";
import { signedHeaders } from "@/lib/webhooks/signature";
import { BAD_ANSWERS, type Outcome } from "@/testing/bad-answers";

/** Input of each client library's program in `e2e/contract/probes`, in the variable PROBE. */
export interface ProbeInput {
  readonly key: string;
  readonly url: string;
  readonly badUrl: string;
  readonly order: object;
  readonly answers: readonly {
    readonly call?: string;
    readonly timeoutMs?: number;
    readonly deadlineMs?: number;
  }[];
  readonly webhooks: readonly {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly secret: string;
  }[];
  readonly events: readonly { readonly event: object; readonly last: number | null }[];
}

/** Output of the program. */
export interface ProbeOutput {
  readonly life: unknown;
  readonly outcomes: readonly (Outcome & { readonly ms: number })[];
  /** Each event's id, or `refused`. */
  readonly webhooks: readonly string[];
  readonly newer: readonly boolean[];
  /** Structures by model name; in PHP a doc comment; null for TypeScript, whose types are generated. */
  readonly models: Readonly<Record<string, unknown>> | string | null;
}

const ID = "5139d81c-8b38-429e-8c97-dbb928cd3f08";
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const OTHER = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const EVENT = { id: ID, event: "order.assigned", external_order_id: "№ 5 é" };
const BODY = JSON.stringify(EVENT);

type Changes = Readonly<Record<string, string>>;

function sign(secrets: readonly string[], ageSeconds = 0, changes: Changes = {}, body = BODY) {
  const headers = signedHeaders(
    { id: "message", at: new Date(Date.now() - ageSeconds * 1000), body: BODY },
    secrets,
  );
  const changed = Object.entries({ ...headers, ...changes }).filter(([, value]) => value !== "");
  return { headers: Object.fromEntries(changed), body, secret: SECRET };
}

/** Webhooks with the expected result of their verification, which runs up to some minutes later on a busy machine. */
const buildWebhooks = (): [webhook: ProbeInput["webhooks"][number], result: string][] => [
  [sign([SECRET]), ID],
  [{ ...sign([SECRET]), secret: SECRET.replace("whsec_", "") }, ID],
  [sign([OTHER, SECRET]), ID],
  [sign([SECRET], 240), ID],
  [sign([SECRET], -290), ID],
  [sign([SECRET], 310), "refused"],
  [sign([SECRET], -3_600), "refused"],
  [sign([OTHER]), "refused"],
  [sign([SECRET], 0, {}, BODY.replace("assigned", "delivered")), "refused"],
  [sign([SECRET], 0, { "webhook-id": "another" }), "refused"],
  [sign([SECRET], 0, { "webhook-id": "" }), "refused"],
  [sign([SECRET], 0, { "webhook-timestamp": "" }), "refused"],
  [sign([SECRET], 0, { "webhook-timestamp": "today" }), "refused"],
  [sign([SECRET], 0, { "webhook-signature": "" }), "refused"],
  [sign([SECRET], 0, { "webhook-signature": "v1, v1,! v2,AAAA v1,AAAA AAAA" }), "refused"],
];

const NEWER: [event: ProbeInput["events"][number], result: boolean][] = [
  [{ event: { ...EVENT, sequence: 1 }, last: null }, true],
  [{ event: { ...EVENT, sequence: 3 }, last: 2 }, true],
  [{ event: { ...EVENT, sequence: 3 }, last: 3 }, false],
  [{ event: { ...EVENT, sequence: 2 }, last: 3 }, false],
  [{ event: { ...EVENT, event: "driver.location_updated", sequence: 3 }, last: 3 }, true],
  [{ event: { ...EVENT, event: "driver.location_updated", sequence: 2 }, last: 3 }, false],
];

/** The input of a client's program and the results that do not depend on the language. */
export function buildProbe(at: { key: string; url: string; badUrl: string }): {
  input: ProbeInput;
  webhooks: string[];
  newer: boolean[];
} {
  const webhooks = buildWebhooks();
  return {
    input: {
      ...at,
      order: exampleOrderBody,
      answers: Object.values(BAD_ANSWERS).map(({ responders: _, outcome: __, ...one }) => one),
      webhooks: webhooks.map(([webhook]) => webhook),
      events: NEWER.map(([event]) => event),
    },
    webhooks: webhooks.map(([, result]) => result),
    newer: NEWER.map(([, result]) => result),
  };
}
