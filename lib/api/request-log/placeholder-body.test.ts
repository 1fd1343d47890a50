import { describe, expect, it } from "vitest";
import { maskBody } from "@/lib/api/request-log/mask";
import { placeholderBody } from "@/lib/api/request-log/placeholder-body";
import { orderBody as schema } from "@/lib/orders/schema";
import { orderBody } from "@/testing/api-client";

const PHONE = "+351912345678";

describe("a body with placeholders", () => {
  it("makes a valid order without personal data from a logged order", () => {
    const sent = orderBody({ comment: "Ring twice", pickup: { ...orderBody().pickup } });
    const made = placeholderBody(maskBody(sent, "request"), PHONE);
    expect(schema.safeParse(made?.body).error).toBeUndefined();
    expect(made?.isChanged).toBe(true);
    const text = JSON.stringify(made?.body);
    for (const hidden of ["Ring twice", sent.pickup.contact.value, sent.pickup.address.street]) {
      expect(text).not.toContain(hidden);
    }
  });

  it("keeps the length or value that a text was rejected for", () => {
    const made = placeholderBody(
      maskBody({ comment: "x".repeat(2_001), cargo_size: "XXL" }, "request"),
      PHONE,
    );
    expect(made?.body).toEqual({ comment: expect.stringMatching(/^.{2001}$/), cargo_size: "XXL" });
  });

  it.each([
    ['"[not JSON, 18 bytes]"', null],
    ['{"a":"[cut off]"}', null],
    ['{"[field 1]":"[3 characters]"}', null],
    ['{"limit":5}', { body: { limit: 5 }, isChanged: false }],
    [
      '{"contact":{"value":"•••42","name":"A…"}}',
      { body: { contact: { value: PHONE, name: "Test" } }, isChanged: true },
    ],
    ['{"apartment":"[number]"}', { body: { apartment: 1 }, isChanged: true }],
  ])("is built, or refused as unusable, from the logged body %s", (json, expected) => {
    expect(placeholderBody(json, PHONE)).toEqual(expected);
  });
});
