import { describe, expect, it } from "vitest";
import { readPastedHeaders } from "@/lib/webhooks/pasted-headers";

const all = { id: "5139d81c", timestamp: "1700000000", signature: "v1,a/b+c= v1,d=" };

describe("pasted headers", () => {
  it.each([
    [
      "plain lines",
      `webhook-id: ${all.id}\nwebhook-timestamp: ${all.timestamp}\nwebhook-signature: ${all.signature}`,
    ],
    [
      "a full HTTP request with headers in any case",
      `POST /hook HTTP/1.1\r\nHost: shop\r\nWebhook-Id: ${all.id}\r\nWEBHOOK-TIMESTAMP:${all.timestamp}\r\nWebhook-Signature:  ${all.signature} \r\n`,
    ],
    [
      "the output of curl",
      `> webhook-id: ${all.id}\n> webhook-timestamp: ${all.timestamp}\n> webhook-signature: ${all.signature}`,
    ],
    [
      "a JSON object",
      JSON.stringify({
        host: "shop",
        "webhook-id": all.id,
        "webhook-timestamp": all.timestamp,
        "webhook-signature": all.signature,
      }),
    ],
    [
      "JSON with lists, a number and escaped slashes",
      `{"Webhook-Id":["${all.id}"],"Webhook-Timestamp":${all.timestamp},"Webhook-Signature":["v1,a\\/b+c= v1,d="]}`,
    ],
    [
      "JSON over several lines",
      JSON.stringify(
        {
          "webhook-id": all.id,
          "webhook-timestamp": Number(all.timestamp),
          "webhook-signature": all.signature,
        },
        null,
        2,
      ),
    ],
    [
      "a printed Python dictionary",
      `{'HTTP_WEBHOOK_ID': '${all.id}', 'HTTP_WEBHOOK_TIMESTAMP': '${all.timestamp}', 'HTTP_WEBHOOK_SIGNATURE': '${all.signature}'}`,
    ],
  ])("are parsed from %s", (_, text) => {
    expect(readPastedHeaders(text)).toEqual(all);
  });

  it("are null where they are missing or empty", () => {
    expect(readPastedHeaders("webhook-id:\nwebhook-signature:   \ncontent-type: text/plain")).toEqual({
      id: null,
      timestamp: null,
      signature: null,
    });
  });
});
