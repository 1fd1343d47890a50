import { describe, expect, it } from "vitest";
import { detailsFromBody, orderBody } from "@/lib/orders/schema";
import { orderBody as exampleBody } from "@/testing/api-client";
import { PLAIN_DROPOFF } from "@/testing/dropoff-values";

describe("an order's body", () => {
  it("has a default for each omitted field (CON-3, ORD-5–9, ORD-19, DROP-3–6)", () => {
    const address = { latitude: 59.93, longitude: 30.33, area: "Город", street: "Улица", building: "1" };
    const stop = { address, contact: { value: "+79161234567" } };
    const body = orderBody.parse({ external_order_id: "1", pickup: stop, dropoffs: [stop] });
    const filled = {
      address: {
        ...address,
        apartment: null,
        entrance: null,
        floor: null,
        intercom: null,
        instructions: null,
      },
      contact: { value: "+79161234567", name: null, type: "phone" },
      proof: { photo: null, code: null, signature: null },
    };
    expect(detailsFromBody(body)).toEqual({
      pickup: filled,
      dropoffs: [
        {
          ...PLAIN_DROPOFF,
          ...filled,
          cargoSize: null,
          paymentType: null,
          paymentAmount: null,
          doorstep: true,
          notify: null,
          locale: null,
          deliveryWindow: null,
        },
      ],
      cargoSize: "M",
      routingMode: "sequential",
      paymentType: "cash",
      paymentAmount: null,
      deliveryTime: null,
      readyAt: null,
      deliveryMode: "shared",
      comment: null,
      ifUndeliverable: "ask",
      metadata: {},
      notify: null,
      locale: null,
    });
  });

  it.each([
    [0.1 + 0.2, 30],
    [1.1 * 3, 330],
    [0.29, 29],
    [19.99, 1999],
    [9_999_999_999.99, 999_999_999_999],
    [-0, 0],
    [1.005, null],
    [0.001, null],
    [0.300001, null],
    [10_000_000_000, null],
  ])("is parsed with the amount %f as %s kopecks (ORD-8)", (sent, kopecks) => {
    const parsed = orderBody.safeParse({ ...exampleBody(), payment_amount: sent });
    expect(parsed.success ? detailsFromBody(parsed.data).paymentAmount : null).toBe(kopecks);
  });
});
