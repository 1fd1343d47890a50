import { describe, expect, it } from "vitest";
import { howOver, LONGEST_MS, QUIET_MS, renewed, type Session } from "@/lib/accounts/session";

const SIGNED_IN_AT = new Date("2026-11-01T09:00:00.000Z");
const BEGUN: Session = { id: "one", signedInAt: SIGNED_IN_AT, usedAt: SIGNED_IN_AT };
const at = (milliseconds: number) => new Date(SIGNED_IN_AT.getTime() + milliseconds);
const HOUR_MS = 60 * 60_000;

describe("a session", () => {
  it("ends after eight hours without use", () => {
    expect(howOver(BEGUN, at(QUIET_MS - 1))).toBeNull();
    expect(howOver(BEGUN, at(QUIET_MS))).toBe("quiet");
    expect(howOver({ ...BEGUN, usedAt: at(HOUR_MS) }, at(QUIET_MS))).toBeNull();
  });

  it("in constant use ends thirty days after sign-in, and not a moment later", () => {
    let session = BEGUN;
    let lasted = 0;
    for (let hours = 1; hours <= 31 * 24; hours += 1) {
      const next = renewed(session, at(hours * HOUR_MS));
      if (next === null) break;
      session = next;
      lasted = hours * HOUR_MS;
    }
    expect(lasted).toBe(LONGEST_MS - HOUR_MS);
    expect(howOver(session, at(LONGEST_MS - 1))).toBeNull();
    expect(howOver(session, at(LONGEST_MS))).toBe("long");
    expect(howOver({ ...session, usedAt: at(LONGEST_MS) }, at(LONGEST_MS))).toBe("long");
  });

  it("keeps its name and its beginning", () => {
    expect(renewed(BEGUN, at(HOUR_MS))).toEqual({ ...BEGUN, usedAt: at(HOUR_MS) });
  });

  it("is not rewritten with every request, nor once it has ended", () => {
    expect(renewed(BEGUN, at(4 * 60_000))).toBeNull();
    expect(renewed(BEGUN, at(5 * 60_000))).not.toBeNull();
    expect(renewed(BEGUN, at(QUIET_MS))).toBeNull();
  });
});
