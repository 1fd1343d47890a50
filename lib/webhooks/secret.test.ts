import { createCipheriv } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  decryptSecret,
  deriveKey,
  encryptSecret,
  generateSecret,
  SecretKeyError,
} from "@/lib/webhooks/secret";

const key = deriveKey("a text of at least thirty-two characters");
const [one, another] = ["1f0c2a52-3c0e-4c0f-9d0b-0b1a4d3b8a11", "2f0c2a52-3c0e-4c0f-9d0b-0b1a4d3b8a11"];

describe("a stored secret", () => {
  const secret = generateSecret();
  const stored = encryptSecret(key, one, secret);

  it("can be decrypted with the same key and endpoint, and is not visible in the stored bytes", () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(decryptSecret(key, one, stored)).toBe(secret);
    expect(Buffer.from(stored).includes(secret.slice(6, 20))).toBe(false);
    expect(encryptSecret(key, one, secret)).not.toEqual(stored);
  });

  it("can be decrypted with the former key, also without a key id, as earlier versions stored it", () => {
    const present = deriveKey(
      "another text of thirty-two characters",
      "a text of at least thirty-two characters",
    );
    const cipher = createCipheriv("aes-256-gcm", key.bytes, Buffer.alloc(12, 7)).setAAD(Buffer.from(one));
    const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
    const unnamed = Buffer.concat([Buffer.alloc(12, 7), cipher.getAuthTag(), text]);
    for (const former of [stored, unnamed]) expect(decryptSecret(present, one, former)).toBe(secret);
    expect(Buffer.from(stored).subarray(0, 4)).toEqual(key.id);
  });

  it("cannot be decrypted with another key, for another endpoint, or after a bit has changed", () => {
    const changed = stored.map((byte, index) => (index === stored.length - 1 ? byte ^ 1 : byte));
    expect(() => decryptSecret(deriveKey("another text of thirty-two characters"), one, stored)).toThrow(
      SecretKeyError,
    );
    expect(() => decryptSecret(key, another, stored)).toThrow(SecretKeyError);
    expect(() => decryptSecret(key, one, changed)).toThrow(SecretKeyError);
    expect(() => decryptSecret(key, one, new Uint8Array(3))).toThrow(/WEBHOOK_SECRET_KEY/);
  });
});
