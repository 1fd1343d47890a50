import { describe, expect, it } from "vitest";
import { explainSignature, type SignatureCheckInput } from "@/lib/webhooks/explain-signature";
import { generateSecret } from "@/lib/webhooks/secret";
import { signedHeaders } from "@/lib/webhooks/signature";

const id = "5139d81c-8b38-429e-8c97-dbb928cd3f08";
const otherId = "9f0e2a54-3c1b-4f0a-8a66-0d5c3b1a7e21";
const now = new Date("2026-11-21T12:00:00Z");
const [secret, former, foreign] = [generateSecret(), generateSecret(), generateSecret()];
const body = JSON.stringify({ id, event: "order.created", comment: "Позвоните 🚚" });
const sent = { body, sentAt: [now] };
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

function headersBy(by: string, change: { at?: Date; id?: string; body?: string } = {}) {
  const made = signedHeaders({ id, at: now, body, ...change }, [by]);
  return {
    id: made["webhook-id"] as string | null,
    timestamp: made["webhook-timestamp"] as string | null,
    signature: made["webhook-signature"] as string | null,
  };
}

const right = headersBy(secret);
const plain: SignatureCheckInput = { now, secret, former: null, others: [], sent: null };
const known: SignatureCheckInput = { ...plain, sent };
const rotated: SignatureCheckInput = { ...plain, former: { secret: former, isInForce: true } };
const ended: SignatureCheckInput = { ...plain, former: { secret: former, isInForce: false } };
const [elsewhere, elsewhereRotated] = [[foreign], [generateSecret(), foreign]].map((secrets) => ({
  ...plain,
  others: [{ url: "https://other.example/", secrets }],
}));
const later = { ...plain, now: minutes(6) };
const earlier = { ...plain, now: minutes(-6) };
const good = "id_known timestamp_timely signature_right body_same";
const unknown = "id_unknown timestamp_timely";

/** The same JSON as other languages write it. */
const asPython = '{"id": "IN", "event": "order.created", "comment": "X"}'
  .replace("IN", id)
  .replace("X", "\\u041f\\u043e\\u0437\\u0432\\u043e\\u043d\\u0438\\u0442\\u0435 \\ud83d\\ude9a");
const asGo = JSON.stringify({ comment: "Позвоните 🚚", event: "order.created", id });
const changed = body.replace("order.created", "order.creatae");

describe("the explanation of a signature", () => {
  it.each([
    ["finds no problem in the message that was sent", right, body, known, "right", good],
    [
      "accepts a signature without a known delivery",
      right,
      body,
      plain,
      "right",
      `${unknown} signature_right`,
    ],
    [
      "accepts the former secret while it signs",
      headersBy(former),
      body,
      rotated,
      "right",
      `${unknown} signature_right_former`,
    ],
    [
      "accepts a message when either of two signatures matches",
      { ...right, signature: `${headersBy(foreign).signature} ${right.signature}` },
      body,
      plain,
      "right",
      `${unknown} signature_right`,
    ],
    [
      "still verifies the signature of an old message",
      right,
      body,
      later,
      "right_then",
      "id_unknown timestamp_old signature_right",
    ],
    [
      "still verifies the signature of a message from the future",
      right,
      body,
      earlier,
      "right_then",
      "id_unknown timestamp_ahead signature_right",
    ],
    [
      "names everything missing at once",
      { id: null, timestamp: null, signature: null },
      body,
      plain,
      "wrong",
      "id_missing timestamp_missing signature_missing",
    ],
    [
      "leaves the signature unchecked when the id is missing",
      { ...right, id: null },
      body,
      plain,
      "wrong",
      "id_missing timestamp_timely signature_unchecked",
    ],
    [
      "recognizes an invalid timestamp",
      { ...right, timestamp: now.toISOString() },
      body,
      known,
      "wrong",
      "id_known timestamp_malformed signature_wrong cause_timestamp_other body_same",
    ],
    [
      "recognizes a secret in place of a signature",
      { ...right, signature: secret },
      body,
      plain,
      "wrong",
      `${unknown} signature_is_secret`,
    ],
    [
      "recognizes that only the version is missing",
      { ...right, signature: right.signature?.slice(3) ?? null },
      body,
      plain,
      "wrong",
      `${unknown} signature_unversioned signature_right`,
    ],
    [
      "recognizes a version written differently",
      { ...right, signature: right.signature?.replace("v1,", "v1=") ?? null },
      body,
      plain,
      "wrong",
      `${unknown} signature_unversioned signature_right`,
    ],
    [
      "recognizes white space around the body",
      right,
      ` ${body}\n`,
      plain,
      "wrong",
      `${unknown} signature_wrong cause_edges`,
    ],
    [
      "recognizes a lost line end",
      headersBy(secret, { body: `${body}\n` }),
      body,
      plain,
      "wrong",
      `${unknown} signature_wrong cause_newline`,
    ],
    [
      "recognizes JSON that was serialized again with indents",
      right,
      JSON.stringify(JSON.parse(body), null, 2),
      plain,
      "wrong",
      `${unknown} signature_wrong cause_serialized`,
    ],
    [
      "recognizes JSON that was serialized again in ASCII",
      right,
      asPython,
      known,
      "wrong",
      "id_known timestamp_timely signature_wrong cause_serialized body_differs",
    ],
    [
      "recognizes JSON that was serialized again in another order, from what was sent",
      right,
      asGo,
      known,
      "wrong",
      "id_known timestamp_timely signature_wrong cause_serialized body_differs",
    ],
    [
      "recognizes that only the body has changed, from what was sent",
      right,
      changed,
      known,
      "wrong",
      "id_known timestamp_timely signature_wrong cause_body_changed body_differs",
    ],
    [
      "recognizes another message's id",
      { ...right, id: otherId },
      body,
      plain,
      "wrong",
      `${unknown} signature_wrong cause_id_other`,
    ],
    [
      "recognizes another message's body",
      right,
      JSON.stringify({ id: otherId }),
      plain,
      "wrong",
      `${unknown} signature_wrong cause_body_other`,
    ],
    [
      "recognizes the timestamp of another attempt",
      { ...right, timestamp: String(now.getTime() / 1000 + 5) },
      body,
      known,
      "wrong",
      "id_known timestamp_timely signature_wrong cause_timestamp_other body_same",
    ],
    [
      "recognizes another endpoint's secret",
      headersBy(foreign),
      body,
      elsewhere,
      "wrong",
      `${unknown} signature_wrong cause_other_endpoint`,
    ],
    [
      "recognizes another endpoint's former secret",
      headersBy(foreign),
      body,
      elsewhereRotated,
      "wrong",
      `${unknown} signature_wrong cause_other_endpoint`,
    ],
    [
      "does not accept a former secret that has ended",
      headersBy(former),
      body,
      ended,
      "wrong",
      `${unknown} signature_wrong cause_secret_ended`,
    ],
    [
      "reports an unknown cause for a signature by an unknown secret",
      headersBy(foreign),
      body,
      rotated,
      "wrong",
      `${unknown} signature_wrong cause_unknown`,
    ],
    [
      "handles a deeply nested body",
      right,
      "[".repeat(100_000) + "]".repeat(100_000),
      known,
      "wrong",
      "id_known timestamp_timely signature_wrong cause_body_changed body_differs",
    ],
  ] as const)("%s", (_, headers, given, evidence, verdict, codes) => {
    if (evidence === undefined) throw new Error("no evidence");
    const explained = explainSignature(headers, given, evidence);
    expect([explained.verdict, explained.findings.map(({ code }) => code).join(" ")]).toEqual([
      verdict,
      codes,
    ]);
  });

  it("counts equal bytes instead of characters", () => {
    const differing = (given: string) =>
      explainSignature(right, given, known).findings.find(({ code }) => code === "body_differs")?.values;
    const bytes = Buffer.byteLength(body);
    expect(differing(changed)).toEqual({
      same: body.indexOf("order.created") + 11,
      sent: bytes,
      given: bytes,
    });
    expect(differing(body.replace("🚚", "🚕"))).toMatchObject({ same: bytes - 3 });
    expect(differing(`${body} `)).toEqual({ same: bytes, sent: bytes, given: bytes + 1 });
    expect(differing(body.slice(0, -1))).toEqual({ same: bytes - 1, sent: bytes, given: bytes - 1 });
  });

  it("never contains a secret", () => {
    for (const headers of [right, headersBy(former), headersBy(foreign), { ...right, id: null }]) {
      for (const evidence of [known, rotated, ended, elsewhere ?? plain]) {
        const text = JSON.stringify(explainSignature(headers, body, evidence));
        for (const one of [secret, former, foreign]) expect(text).not.toContain(one.slice(6));
      }
    }
  });
});
