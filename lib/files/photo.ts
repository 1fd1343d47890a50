import type { Sharp } from "sharp";
import { DomainError } from "@/lib/domain-error";
import { loadSharp, type SharpLibrary } from "@/lib/files/load-sharp";

export const PHOTO_SIDE = 1_600;
const PHOTO_QUALITY = 75;
// The courier app sends 1600 px a side; 24 megapixels is the largest picture that phones take by default.
const MAX_PHOTO_PIXELS = 25_000_000;

export const SIGNATURE_SIZE = { width: 600, height: 300 } as const;
const MAX_SIGNATURE_PIXELS = 8_000_000;
const PAPER = "white";

const LOGO_QUALITY = 90;

/** First bytes of each format. Files that begin otherwise never reach a decoder. */
const BEGINNINGS = {
  jpeg: (bytes: Buffer) => bytes.readUIntBE(0, 3) === 0xffd8ff,
  png: (bytes: Buffer) => bytes.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n",
  webp: (bytes: Buffer) =>
    bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
} as const;
type Format = keyof typeof BEGINNINGS;

const MIN_BYTES = 12;

/** JPEG, PNG or WebP, upright, at most 1600 px a side, to WebP. @throws DomainError INVALID_PAYLOAD on `photo` */
export async function preparePhoto(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  checkFormat(bytes, "photo", ["jpeg", "png", "webp"], "must be a JPEG, PNG or WebP picture");
  const sharp = await loadSharp();
  return drawn("photo", () =>
    opened(sharp, bytes, MAX_PHOTO_PIXELS)
      .autoOrient()
      .resize({ width: PHOTO_SIDE, height: PHOTO_SIDE, fit: "inside", withoutEnlargement: true })
      .webp({ quality: PHOTO_QUALITY }),
  );
}

/** PNG, trimmed, on white, within 600 × 300 px, to lossless WebP. @throws DomainError INVALID_PAYLOAD on `signature` */
export async function prepareSignature(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  checkFormat(bytes, "signature", ["png"], "must be a PNG picture");
  const sharp = await loadSharp();
  // Flattened onto white before trimming, so that transparent and white margins are both removed.
  const sheet = await drawn("signature", () =>
    opened(sharp, bytes, MAX_SIGNATURE_PIXELS).flatten({ background: PAPER }).toColorspace("b-w").png(),
  );
  const { channels } = await sharp(sheet).stats();
  if (channels.every(({ min }) => min === 255)) throw refused("signature", "must show a signature");
  return drawn("signature", () =>
    sharp(sheet)
      .trim({ background: PAPER, lineArt: true })
      .resize({ ...SIGNATURE_SIZE, fit: "inside", withoutEnlargement: true })
      .webp({ lossless: true }),
  );
}

export const LOGO_SIDE = 256;
export const MAX_LOGO_BYTES = 1_048_576;

/** On a white square of at most 256 px, as WebP without metadata. @throws DomainError INVALID_PAYLOAD on `logo` */
export async function prepareLogo(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  checkFormat(bytes, "logo", ["jpeg", "png", "webp"], "must be a JPEG, PNG or WebP picture");
  const sharp = await loadSharp();
  return drawn("logo", () =>
    opened(sharp, bytes, MAX_PHOTO_PIXELS)
      .autoOrient()
      .resize({ width: LOGO_SIDE, height: LOGO_SIDE, fit: "contain", background: PAPER })
      .flatten({ background: PAPER })
      .webp({ quality: LOGO_QUALITY }),
  );
}

function opened(sharp: SharpLibrary, bytes: Uint8Array, limitInputPixels: number): Sharp {
  return sharp(bytes, { limitInputPixels, failOn: "error" });
}

async function drawn(field: string, draw: () => Sharp): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await draw().toBuffer());
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes("exceeds pixel limit");
    throw refused(field, isTooLarge ? "must have fewer pixels" : "must be a whole picture");
  }
}

function checkFormat(bytes: Uint8Array, field: string, formats: readonly Format[], message: string): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isKnown = bytes.length >= MIN_BYTES && formats.some((format) => BEGINNINGS[format](buffer));
  if (!isKnown) throw refused(field, message);
}

function refused(field: string, message: string): DomainError {
  return new DomainError("INVALID_PAYLOAD", [{ field, message }]);
}
