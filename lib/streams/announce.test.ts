import { describe, expect, it } from "vitest";
import { parseTopics } from "@/lib/streams/announce";

describe("an announcement", () => {
  it("reaches an order's account and its courier if it has one", () => {
    const shop = ["everything", "order:7", "account:shop:live"];
    expect(parseTopics("order 7 shop live")).toEqual(shop);
    expect(parseTopics("order 7 shop live anna")).toEqual([...shop, "courier:anna"]);
  });

  it("reaches the order that a courier carries, if any", () => {
    expect(parseTopics("courier anna")).toEqual(["everything", "courier:anna"]);
    expect(parseTopics("courier anna 7 shop live")).toEqual([
      "everything",
      "order:7",
      "account:shop:live",
      "courier:anna",
    ]);
  });

  it("reaches readers of everything after an operator's action", () => {
    expect(parseTopics("board")).toEqual(["everything"]);
  });

  it("reaches only readers of the order's webhooks after a delivery attempt", () => {
    expect(parseTopics("webhook 7")).toEqual(["webhooks:7"]);
  });

  it("is ignored if it is malformed", () => {
    expect([parseTopics("order"), parseTopics("weather 7"), parseTopics("")]).toEqual([[], [], []]);
  });
});
