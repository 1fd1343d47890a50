import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

export const ADDRESS_LASTS_MS = 5 * 60_000;
/** The signed URL of a file stays the same for this long, so that browsers can cache the file. */
const STEP_MS = 60_000;

const ID_BYTES = 16;
const EXPIRY_BYTES = 6;
const SIGNED_BYTES = ID_BYTES + EXPIRY_BYTES;
const MAC_BYTES = 32;
// The byte count is a multiple of 3, so each token has exactly one base64url encoding.
const TOKEN = new RegExp(`^[\\w-]{${((SIGNED_BYTES + MAC_BYTES) * 8) / 6}}$`);
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The public URL of a file, which expires four to five minutes from now. */
export function fileUrl(
  { publicUrl, fileSecret }: { publicUrl: string; fileSecret: string },
  fileId: string,
  now: Date,
): string {
  return `${publicUrl}/files/${fileToken(fileSecret, fileId, getFileUrlExpiry(now))}`;
}

/** Expiry of the URLs issued at `now`; constant within a minute, so that the URLs are too. */
export function getFileUrlExpiry(now: Date): Date {
  return new Date(Math.floor(now.getTime() / STEP_MS) * STEP_MS + ADDRESS_LASTS_MS);
}

export function fileToken(secret: string, fileId: string, expiresAt: Date): string {
  if (!UUID.test(fileId)) throw new TypeError("Not the id of a file");
  const signed = Buffer.alloc(SIGNED_BYTES);
  signed.write(fileId.replaceAll("-", ""), "hex");
  signed.writeUIntBE(expiresAt.getTime(), ID_BYTES, EXPIRY_BYTES);
  return Buffer.concat([signed, computeMac(secret, signed)]).toString("base64url");
}

export function readFileToken(secret: string, token: string, now: Date): string | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const signed = bytes.subarray(0, SIGNED_BYTES);
  if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), computeMac(secret, signed))) return null;
  if (signed.readUIntBE(ID_BYTES, EXPIRY_BYTES) <= now.getTime()) return null;
  const id = signed.toString("hex", 0, ID_BYTES);
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function computeMac(secret: string, signed: Uint8Array): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "dropline file addresses", MAC_BYTES));
  return createHmac("sha256", key).update(signed).digest();
}
