import { describe, expect, it } from "vitest";
import { createFingerprint, requestHash } from "@/lib/orders/request-hash";
import { type CreateOrderBody, detailsFromBody } from "@/lib/orders/schema";

const plain: CreateOrderBody = {
  external_order_id: "shop-1",
  pickup: {
    address: {
      latitude: 59.93,
      longitude: 30.33,
      area: "Санкт-Петербург",
      street: "Невский",
      building: "28",
    },
    contact: { value: "+79160000001" },
  },
  dropoffs: [
    {
      address: {
        latitude: 59.94,
        longitude: 30.31,
        area: "Санкт-Петербург",
        street: "Марата",
        building: "30",
      },
      contact: { value: "+79160000002" },
    },
  ],
};

const full: CreateOrderBody = {
  external_order_id: "shop-2",
  quote_id: "7f1d6b58-6b9f-4f3e-9a52-0d8d1c7f3c11",
  pickup: {
    address: {
      latitude: 59.93,
      longitude: 30.33,
      area: "Санкт-Петербург",
      street: "Невский",
      building: "28",
      apartment: 1,
      entrance: 2,
      floor: -3,
      intercom: "4К",
      instructions: "Со двора",
    },
    contact: { value: "@shop", name: "Анна", type: "telegram" },
  },
  dropoffs: [
    {
      address: {
        latitude: -59.94,
        longitude: 30.31,
        area: "Пушкин",
        street: "Садовая",
        building: "5а",
        apartment: 12,
        entrance: null,
        floor: 7,
        intercom: "12",
        instructions: null,
      },
      contact: { value: "+79160000003", name: null, type: "whatsapp" },
      cargo_size: "XL",
      payment_type: "card",
      payment_amount: 1500.5,
      doorstep: false,
    },
    {
      address: { latitude: 59.95, longitude: 30.3, area: "Пушкин", street: "Садовая", building: "7" },
      contact: { value: "+79160000004" },
      payment_amount: null,
    },
  ],
  cargo_size: "S",
  routing_mode: "parallel",
  payment_type: "card",
  payment_amount: 0.29,
  delivery_time: "2026-11-21T14:00:00+03:00",
  comment: "Позвонить за час",
};

// Fingerprints are stored with orders: a changed one rejects the repeat of a create that an earlier version
// accepted.
describe("the stored digests of order details", () => {
  it.each([
    [
      "do not change for a body without optional fields",
      plain,
      "HCAcCHXmY3opLPRc5pLIYyHtyaazqLZP-fput7plsLg",
      "qqFH2yinPXj1jzJk5i1yVypgHYKxoyQdJc4QXLnDdZw",
    ],
    [
      "do not change for a body with every field",
      full,
      "f-wEe5ULE_c3URlArcmHZexFtHus_fcYH1vAT1toNoA",
      "o5YJp3l2zWD24XC93N35Fpd5VpMxD2bzmoMpmLegAAw",
    ],
  ])("%s", (_, body, version, fingerprint) => {
    expect(requestHash(detailsFromBody(body))).toBe(version);
    expect(Buffer.from(createFingerprint(detailsFromBody(body), body)).toString("base64url")).toBe(
      fingerprint,
    );
  });

  it("depend on metadata, but not on the order of its keys", () => {
    const digests = [{}, { b: "1", aa: "2" }, { aa: "2", b: "1" }, { aa: "2", b: "" }].map((metadata) => {
      const body = { ...plain, metadata };
      return [requestHash(detailsFromBody(body)), createFingerprint(detailsFromBody(body), body).join()];
    });
    expect(digests[0]?.[0]).toBe("HCAcCHXmY3opLPRc5pLIYyHtyaazqLZP-fput7plsLg");
    expect(digests[2]).toEqual(digests[1]);
    expect(new Set(digests.map(([hash]) => hash)).size).toBe(3);
    expect(new Set(digests.map(([, fingerprint]) => fingerprint)).size).toBe(3);
  });

  it("depend on when the goods are ready, except for at once", () => {
    const [none, later, other] = [null, "2026-11-21T14:20:00+03:00", "2026-11-21T11:21:00Z"].map(
      (ready_at) => {
        const details = detailsFromBody({ ...plain, ready_at });
        return [requestHash(details), Buffer.from(createFingerprint(details, plain)).toString("base64url")];
      },
    );
    expect(none).toEqual([
      "HCAcCHXmY3opLPRc5pLIYyHtyaazqLZP-fput7plsLg",
      "qqFH2yinPXj1jzJk5i1yVypgHYKxoyQdJc4QXLnDdZw",
    ]);
    expect(new Set([none, later, other].flat()).size).toBe(6);
  });

  it("depend on direct delivery, but not on whether shared delivery is sent", () => {
    const [none, shared, direct] = [{}, { delivery_mode: "shared" }, { delivery_mode: "direct" }].map(
      (sent) => {
        const body = { ...plain, ...sent } as CreateOrderBody;
        const details = detailsFromBody(body);
        return [requestHash(details), Buffer.from(createFingerprint(details, body)).toString("base64url")];
      },
    );
    expect(none).toEqual([
      "HCAcCHXmY3opLPRc5pLIYyHtyaazqLZP-fput7plsLg",
      "qqFH2yinPXj1jzJk5i1yVypgHYKxoyQdJc4QXLnDdZw",
    ]);
    expect(shared).toEqual(none);
    expect(new Set([none, direct].flat()).size).toBe(4);
  });

  it("have the same create fingerprint for a null amount and an omitted amount", () => {
    const [dropoff] = plain.dropoffs as [CreateOrderBody["dropoffs"][number]];
    const sent = { ...plain, payment_amount: 100, dropoffs: [dropoff] };
    const withNull = { ...sent, dropoffs: [{ ...dropoff, payment_amount: null }] };
    const [one, other] = [sent, withNull].map((body) => createFingerprint(detailsFromBody(body), body));
    expect(other).toEqual(one);
    expect(requestHash(detailsFromBody(withNull))).not.toBe(requestHash(detailsFromBody(sent)));
  });
});
