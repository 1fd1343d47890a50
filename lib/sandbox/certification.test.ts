import { describe, expect, it } from "vitest";
import { getCertification, scenarioVerdict } from "@/lib/sandbox/certification";
import type { Run } from "@/lib/sandbox/list-scenario-runs";
import { SCENARIOS } from "@/lib/sandbox/scenario";

const run = (change: Partial<Run> = {}): Run => ({
  scenario: "happy",
  isManual: false,
  at: new Date("2026-11-22T12:00:00Z"),
  externalOrderId: "shop-1",
  orderCode: "AB12",
  status: "delivered",
  isReturning: false,
  isNotFoundTold: false,
  deliveries: [{ event: "order.created", state: "succeeded", answers: [200] }],
  ...change,
});
const notified = (...states: ("pending" | "succeeded" | "failed")[]): Run["deliveries"] =>
  states.map((state) => ({ event: "order.created", state, answers: [] }));

describe("the certification of an integration", () => {
  it.each([
    ["passed", run()],
    ["not_run", undefined],
    ["by_hand", run({ isManual: true })],
    ["under_way", run({ status: "in_progress" })],
    ["under_way", run({ status: "cancelled", isReturning: true })],
    ["under_way", run({ scenario: "happy", status: "new", isNotFoundTold: true })],
    ["passed", run({ scenario: "no_courier", status: "new", isNotFoundTold: true })],
    ["no_endpoint", run({ deliveries: [] })],
    ["awaiting", run({ deliveries: notified("succeeded", "pending") })],
    ["refused", run({ deliveries: notified("pending", "failed") })],
  ] as const)("gives the verdict %s", (verdict, one) => {
    expect(scenarioVerdict(one)).toBe(verdict);
  });

  it("requires every scenario", () => {
    const certification = getCertification([run()]);
    expect(certification.map(({ scenario }) => scenario)).toEqual(SCENARIOS);
    expect(certification.filter(({ verdict }) => verdict === "passed")).toHaveLength(1);
  });
});
