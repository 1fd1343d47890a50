import { describe, expect, it } from "vitest";
import {
  renewSession,
  SESSION_IDLE_TIMEOUT_MS,
  SESSION_MAX_AGE_MS,
  type Session,
  sessionEndReason,
} from "@/lib/accounts/session";

const SIGNED_IN_AT = new Date("2026-11-01T09:00:00.000Z");
const BEGUN: Session = { id: "one", signedInAt: SIGNED_IN_AT, usedAt: SIGNED_IN_AT };
const at = (milliseconds: number) => new Date(SIGNED_IN_AT.getTime() + milliseconds);
const HOUR_MS = 60 * 60_000;

describe("a session", () => {
  it("ends after eight hours without use", () => {
    expect(sessionEndReason(BEGUN, at(SESSION_IDLE_TIMEOUT_MS - 1))).toBeNull();
    expect(sessionEndReason(BEGUN, at(SESSION_IDLE_TIMEOUT_MS))).toBe("quiet");
    expect(sessionEndReason({ ...BEGUN, usedAt: at(HOUR_MS) }, at(SESSION_IDLE_TIMEOUT_MS))).toBeNull();
  });

  it("ends exactly thirty days after sign-in, even in constant use", () => {
    let session = BEGUN;
    let lasted = 0;
    for (let hours = 1; hours <= 31 * 24; hours += 1) {
      const next = renewSession(session, at(hours * HOUR_MS));
      if (next === null) break;
      session = next;
      lasted = hours * HOUR_MS;
    }
    expect(lasted).toBe(SESSION_MAX_AGE_MS - HOUR_MS);
    expect(sessionEndReason(session, at(SESSION_MAX_AGE_MS - 1))).toBeNull();
    expect(sessionEndReason(session, at(SESSION_MAX_AGE_MS))).toBe("long");
    expect(sessionEndReason({ ...session, usedAt: at(SESSION_MAX_AGE_MS) }, at(SESSION_MAX_AGE_MS))).toBe(
      "long",
    );
  });

  it("keeps its id and sign-in time when renewed", () => {
    expect(renewSession(BEGUN, at(HOUR_MS))).toEqual({ ...BEGUN, usedAt: at(HOUR_MS) });
  });

  it("is renewed at most every five minutes and never after it has ended", () => {
    expect(renewSession(BEGUN, at(4 * 60_000))).toBeNull();
    expect(renewSession(BEGUN, at(5 * 60_000))).not.toBeNull();
    expect(renewSession(BEGUN, at(SESSION_IDLE_TIMEOUT_MS))).toBeNull();
  });
});
