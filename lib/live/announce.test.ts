import { describe, expect, it } from "vitest";
import { topicsOf } from "@/lib/live/announce";

describe("an announcement", () => {
  it("of an order is heard by its account, and by its courier if it has one", () => {
    const shop = ["everything", "order:7", "account:shop:live"];
    expect(topicsOf("order 7 shop live")).toEqual(shop);
    expect(topicsOf("order 7 shop live anna")).toEqual([...shop, "courier:anna"]);
  });

  it("of a courier is heard by the order that they carry, if any", () => {
    expect(topicsOf("courier anna")).toEqual(["everything", "courier:anna"]);
    expect(topicsOf("courier anna 7 shop live")).toEqual([
      "everything",
      "order:7",
      "account:shop:live",
      "courier:anna",
    ]);
  });

  it("of a webhook is heard by who watches those of its order, and by nobody else", () => {
    expect(topicsOf("webhook 7")).toEqual(["webhooks:7"]);
  });

  it("that is none is passed over", () => {
    expect([topicsOf("order"), topicsOf("weather 7"), topicsOf("")]).toEqual([[], [], []]);
  });
});
