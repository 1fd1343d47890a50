import { describe, expect, it } from "vitest";
import { deviceCookieName, knownDevice, markDevice } from "@/lib/accounts/known-device";

const SECRET = "a secret of thirty-two characters";
const ANNA = { id: "0b9f6e0e-0000-4000-8000-000000000001", passwordHash: "$argon2id$one" };
const BORIS = { ...ANNA, id: "0b9f6e0e-0000-4000-8000-000000000002" };

describe("a device that somebody signed in with", () => {
  it("is known to be theirs, each under its own number", () => {
    const [one, other] = [markDevice(SECRET, ANNA), markDevice(SECRET, ANNA)];
    expect(knownDevice(SECRET, ANNA, one)).toBe(one.split(".")[0]);
    expect(knownDevice(SECRET, ANNA, other)).not.toBe(knownDevice(SECRET, ANNA, one));
  });

  it("belongs to nobody else, and is unknown after a new password or under another secret", () => {
    const cookie = markDevice(SECRET, ANNA);
    expect(knownDevice(SECRET, BORIS, cookie)).toBeNull();
    expect(knownDevice(SECRET, { ...ANNA, passwordHash: "$argon2id$two" }, cookie)).toBeNull();
    expect(knownDevice("another secret of the same length", ANNA, cookie)).toBeNull();
    expect(deviceCookieName(ANNA.id)).not.toBe(deviceCookieName(BORIS.id));
  });

  it("cannot be forged or take another number", () => {
    const [id = "", proof = ""] = markDevice(SECRET, ANNA).split(".");
    const [otherId = ""] = markDevice(SECRET, ANNA).split(".");
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
    for (const cookie of made) expect([cookie, knownDevice(SECRET, ANNA, cookie)]).toEqual([cookie, null]);
  });
});
