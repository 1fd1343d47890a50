import { describe, expect, it } from "vitest";
import { deviceCookieName, signDeviceCookie, verifyDeviceCookie } from "@/lib/accounts/device-cookie";

const SECRET = "a secret of thirty-two characters";
const ANNA = { id: "0b9f6e0e-0000-4000-8000-000000000001", passwordHash: "$argon2id$one" };
const BORIS = { ...ANNA, id: "0b9f6e0e-0000-4000-8000-000000000002" };

describe("a known device", () => {
  it("is recognized for its user, with a separate id for each device", () => {
    const [one, other] = [signDeviceCookie(SECRET, ANNA), signDeviceCookie(SECRET, ANNA)];
    expect(verifyDeviceCookie(SECRET, ANNA, one)).toBe(one.split(".")[0]);
    expect(verifyDeviceCookie(SECRET, ANNA, other)).not.toBe(verifyDeviceCookie(SECRET, ANNA, one));
  });

  it("belongs to one user alone and becomes unknown after a new password or under another secret", () => {
    const cookie = signDeviceCookie(SECRET, ANNA);
    expect(verifyDeviceCookie(SECRET, BORIS, cookie)).toBeNull();
    expect(verifyDeviceCookie(SECRET, { ...ANNA, passwordHash: "$argon2id$two" }, cookie)).toBeNull();
    expect(verifyDeviceCookie("another secret of the same length", ANNA, cookie)).toBeNull();
    expect(deviceCookieName(ANNA.id)).not.toBe(deviceCookieName(BORIS.id));
  });

  it("cannot be forged or use another device's id", () => {
    const [id = "", proof = ""] = signDeviceCookie(SECRET, ANNA).split(".");
    const [otherId = ""] = signDeviceCookie(SECRET, ANNA).split(".");
    const made = [
      undefined,
      "",
      ".",
      id,
      `${id}.`,
      `${otherId}.${proof}`,
      `${id}.${proof.slice(1)}`,
      `.${proof}`,
    ];
    for (const cookie of made)
      expect([cookie, verifyDeviceCookie(SECRET, ANNA, cookie)]).toEqual([cookie, null]);
  });
});
