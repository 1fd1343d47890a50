import { describe, expect, it } from "vitest";
import { canReportReason, formatStopwatch, waitingTime } from "@/lib/courier-app/waiting-time";
import { FAILURE_CODES } from "@/lib/orders/order";

const ARRIVED = "2026-11-21T10:00:00.000Z";
const at = (time: string) => new Date(`2026-11-21T${time}Z`);

describe("waiting at a door", () => {
  it("ends once the account's waiting minutes have passed since the arrival", () => {
    const waited = (now: Date) => waitingTime({ waitingMinutes: 10 }, ARRIVED, now);
    expect(waited(at("10:09:59"))).toEqual({ sinceMs: 599_000, until: at("10:10:00"), isOver: false });
    expect(waited(at("10:10:00")).isOver).toBe(true);
    expect(waitingTime({ waitingMinutes: 0 }, ARRIVED, new Date(ARRIVED)).isOver).toBe(true);
  });

  it("is 0 while the clock is before the arrival", () => {
    expect(waitingTime({ waitingMinutes: 10 }, ARRIVED, at("09:59:00")).sinceMs).toBe(0);
  });

  it("is required only for reasons where the recipient may still come", () => {
    const early = FAILURE_CODES.filter((code) => !canReportReason(code, { isOver: false }));
    expect(early).toEqual(["recipient_absent", "no_access"]);
    expect(FAILURE_CODES.filter((code) => !canReportReason(code, { isOver: true }))).toEqual([]);
  });

  it.each([
    [0, "0:00"],
    [245_900, "4:05"],
    [3_661_000, "61:01"],
  ])("is shown, for %d ms, as %s", (ms, text) => expect(formatStopwatch(ms)).toBe(text));
});
