import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** The longest time that an address opens its file. */
export const ADDRESS_LASTS_MS = 5 * 60_000;
/** For this long, whoever reads a file's address again gets the same one, which browsers have in their cache. */
const STEP_MS = 60_000;

const ID_BYTES = 16;
const EXPIRY_BYTES = 6;
const SIGNED_BYTES = ID_BYTES + EXPIRY_BYTES;
const MAC_BYTES = 32;
// Without a remainder: each token can be written in one way only.
const TOKEN = new RegExp(`^[\\w-]{${((SIGNED_BYTES + MAC_BYTES) * 8) / 6}}$`);
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The public address of a file, which ends five minutes from now at the latest and four at the earliest. */
export function fileUrl(
  { publicUrl, fileSecret }: { publicUrl: string; fileSecret: string },
  fileId: string,
  now: Date,
): string {
  return `${publicUrl}/files/${fileToken(fileSecret, fileId, addressEnd(now))}`;
}

/** When the addresses that are given out now end. They are the same until a full minute has passed. */
export function addressEnd(now: Date): Date {
  return new Date(Math.floor(now.getTime() / STEP_MS) * STEP_MS + ADDRESS_LASTS_MS);
}

/**
 * The token that opens a file until an instant.
 *
 * @param secret whatever all processes share, and nobody else
 * @param fileId a UUID
 */
export function fileToken(secret: string, fileId: string, expiresAt: Date): string {
  if (!UUID.test(fileId)) throw new TypeError("Not the id of a file");
  const signed = Buffer.alloc(SIGNED_BYTES);
  signed.write(fileId.replaceAll("-", ""), "hex");
  signed.writeUIntBE(expiresAt.getTime(), ID_BYTES, EXPIRY_BYTES);
  return Buffer.concat([signed, macOf(secret, signed)]).toString("base64url");
}

/** The id of the file that a token opens; null when it is not one of ours, or out of date. */
export function readFileToken(secret: string, token: string, now: Date): string | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const signed = bytes.subarray(0, SIGNED_BYTES);
  if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), macOf(secret, signed))) return null;
  if (signed.readUIntBE(ID_BYTES, EXPIRY_BYTES) <= now.getTime()) return null;
  const id = signed.toString("hex", 0, ID_BYTES);
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function macOf(secret: string, signed: Uint8Array): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "dropline file addresses", MAC_BYTES));
  return createHmac("sha256", key).update(signed).digest();
}
