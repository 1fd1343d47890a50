import { describe, expect, it } from "vitest";
import { detailsFromBody, orderBody } from "@/lib/orders/schema";

describe("an order's body", () => {
  it("gives what is left out its default (CON-3, ORD-5–9, DROP-3–6)", () => {
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
      dropoffs: [{ ...filled, cargoSize: null, paymentType: null, paymentAmount: null, doorstep: true }],
      cargoSize: "M",
      routingMode: "sequential",
      paymentType: "cash",
      paymentAmount: null,
      deliveryTime: null,
      comment: null,
      ifUndeliverable: "ask",
    });
  });
});
