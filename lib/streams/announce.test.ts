import { describe, expect, it } from "vitest";
import { getTopics } from "@/lib/streams/announce";

describe("an announcement", () => {
  it("reaches an order's account and its courier if it has one", () => {
    const shop = ["everything", "order:7", "account:shop:live"];
    expect(getTopics("order 7 shop live")).toEqual(shop);
    expect(getTopics("order 7 shop live anna")).toEqual([...shop, "courier:anna"]);
  });

  it("reaches the order that a courier carries, if any", () => {
    expect(getTopics("courier anna")).toEqual(["everything", "courier:anna"]);
    expect(getTopics("courier anna 7 shop live")).toEqual([
      "everything",
      "order:7",
      "account:shop:live",
      "courier:anna",
    ]);
  });

  it("reaches readers of everything after an operator's action", () => {
    expect(getTopics("board")).toEqual(["everything"]);
  });

  it("reaches only readers of the order's webhooks after a delivery attempt", () => {
    expect(getTopics("webhook 7")).toEqual(["webhooks:7"]);
  });

  it("is ignored if it is malformed", () => {
    expect([getTopics("order"), getTopics("weather 7"), getTopics("")]).toEqual([[], [], []]);
  });
});
