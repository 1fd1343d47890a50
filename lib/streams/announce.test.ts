import { describe, expect, it } from "vitest";
import { getTopics } from "@/lib/streams/announce";

describe("an announcement", () => {
  it("of an order reaches its account, and its courier if it has one", () => {
    const shop = ["everything", "order:7", "account:shop:live"];
    expect(getTopics("order 7 shop live")).toEqual(shop);
    expect(getTopics("order 7 shop live anna")).toEqual([...shop, "courier:anna"]);
  });

  it("of a courier reaches the order that they carry, if any", () => {
    expect(getTopics("courier anna")).toEqual(["everything", "courier:anna"]);
    expect(getTopics("courier anna 7 shop live")).toEqual([
      "everything",
      "order:7",
      "account:shop:live",
      "courier:anna",
    ]);
  });

  it("of what operators have done reaches whoever sees everything", () => {
    expect(getTopics("board")).toEqual(["everything"]);
  });

  it("of a webhook reaches only those who watch its order's webhooks", () => {
    expect(getTopics("webhook 7")).toEqual(["webhooks:7"]);
  });

  it("that is malformed is ignored", () => {
    expect([getTopics("order"), getTopics("weather 7"), getTopics("")]).toEqual([[], [], []]);
  });
});
