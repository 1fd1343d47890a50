import { describe, expect, it } from "vitest";
import { parseChange } from "@/lib/live/announce";

describe("an announcement", () => {
  it("of an order names its account, and its courier if it has one", () => {
    const order = { orderId: 7n, accountId: "shop", mode: "live" };
    expect(parseChange("order 7 shop live")).toEqual({ ...order, courierId: null });
    expect(parseChange("order 7 shop live anna")).toEqual({ ...order, courierId: "anna" });
  });

  it("of a courier names the order that they carry, if any", () => {
    const courier = { courierId: "anna", orderId: null, accountId: null, mode: null };
    expect(parseChange("courier anna")).toEqual(courier);
    expect(parseChange("courier anna 7 shop live")).toEqual({
      courierId: "anna",
      orderId: 7n,
      accountId: "shop",
      mode: "live",
    });
  });

  it("that is none is passed over", () => {
    expect([parseChange("order x"), parseChange("weather"), parseChange("")]).toEqual([null, null, null]);
  });
});
