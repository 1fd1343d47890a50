import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { generateSecret } from "@/lib/webhooks/secret";
import { signedHeaders, verifySignature } from "@/lib/webhooks/signature";

const now = () => new Date();
const id = "5139d81c-8b38-429e-8c97-dbb928cd3f08";

describe("a signature", () => {
  it("is accepted by an independent implementation, whatever the body (HOOK-2)", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 2_000 }), (text) => {
        const secret = generateSecret();
        const body = JSON.stringify({ text, emoji: "🚚\u2028", long: text.repeat(10) });
        const headers = signedHeaders({ id, at: now(), body }, [secret]);
        expect(new Webhook(secret).verify(Buffer.from(body), headers)).toEqual(JSON.parse(body));
      }),
      { numRuns: 200 },
    );
  });

  it("is rejected when one character of id, time, body or signature differs", () => {
    const secret = generateSecret();
    const body = '{"a":1}';
    const headers = signedHeaders({ id, at: now(), body }, [secret]);
    const webhook = new Webhook(secret);
    expect(() => webhook.verify('{"a":2}', headers)).toThrow();
    expect(() => webhook.verify(body, { ...headers, "webhook-id": `${id}0` })).toThrow();
    const second = String(Number(headers["webhook-timestamp"]) + 1);
    expect(() => webhook.verify(body, { ...headers, "webhook-timestamp": second })).toThrow();
    const other = headers["webhook-signature"].replace(
      /^v1,(.)/,
      (_, first) => `v1,${first === "A" ? "B" : "A"}`,
    );
    expect(() => webhook.verify(body, { ...headers, "webhook-signature": other })).toThrow();
  });

  it("verifies with both secrets during a rotation, and with no others (HOOK-3)", () => {
    const [current, former, foreign] = [generateSecret(), generateSecret(), generateSecret()];
    const body = "{}";
    const headers = signedHeaders({ id, at: now(), body }, [current, former]);
    expect(new Webhook(current).verify(body, headers)).toEqual({});
    expect(new Webhook(former).verify(body, headers)).toEqual({});
    expect(() => new Webhook(foreign).verify(body, headers)).toThrow();
  });

  it("equals the published example of Standard Webhooks", () => {
    const headers = signedHeaders(
      { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: new Date(1614265330_000), body: '{"test": 2432232314}' },
      ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    );
    expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });
});

describe("a verifying receiver", () => {
  const secret = generateSecret();
  const body = '{"event":"webhook.test"}';
  const headers = signedHeaders({ id, at: now(), body }, [generateSecret(), secret]);
  const input = {
    id,
    timestamp: headers["webhook-timestamp"],
    signature: headers["webhook-signature"],
    body,
  };
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);

  it.each([
    ["accepts any of several signatures", input, now(), null],
    ["reports a missing header", { ...input, signature: null }, now(), "header_missing"],
    ["rejects an invalid timestamp", { ...input, timestamp: "yesterday" }, now(), "timestamp_malformed"],
    ["rejects a message older than five minutes", input, minutes(6), "timestamp_off"],
    ["rejects a message from the future", input, minutes(-6), "timestamp_off"],
    ["rejects a changed body", { ...input, body: "{}" }, now(), "signature_wrong"],
    [
      "rejects a signature of an unknown version",
      { ...input, signature: "v1, v1a,x" },
      now(),
      "signature_wrong",
    ],
  ])("%s", (_, message, at, problem) => {
    expect(verifySignature(message, secret, at)).toBe(problem);
  });
});
