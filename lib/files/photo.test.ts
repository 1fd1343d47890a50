import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { DomainError } from "@/lib/domain-error";
import { PHOTO_SIDE, preparePhoto, prepareSignature, SIGNATURE_SIZE } from "@/lib/files/photo";
import { cameraPhoto, signatureSheet } from "@/testing/photos";

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: DomainError) => [error.code, ...error.issues.map(({ field, message }) => `${field} ${message}`)],
  );
const NO_PICTURE = ["INVALID_PAYLOAD", "photo must be a JPEG, PNG or WebP picture"];
const NOT_WHOLE = ["INVALID_PAYLOAD", "photo must be a whole picture"];
const TOO_MANY_PIXELS = ["INVALID_PAYLOAD", "photo must have fewer pixels"];

/** A PNG of one color, which says these dimensions and packs all of its pixels into very few bytes. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

describe("a photo", () => {
  it("is stored upright and scaled, as WebP, without location, time, camera or profile", async () => {
    const taken = await cameraPhoto({ width: 4_000, height: 3_000 });
    const before = await sharp(taken).metadata();
    expect(before).toMatchObject({ orientation: 6, hasProfile: true, format: "jpeg" });
    expect(before.exif?.includes("Krasny Most")).toBe(true);
    expect(taken.includes("GPS secret")).toBe(true);

    const stored = Buffer.from(await preparePhoto(taken));
    const after = await sharp(stored).metadata();
    expect(after).toMatchObject({ format: "webp", width: 1_200, height: PHOTO_SIDE, hasProfile: false });
    for (const part of ["exif", "xmp", "iptc", "icc", "orientation"] as const) {
      expect(after[part]).toBeUndefined();
    }
    for (const trace of ["Krasny Most", "GPS secret", "EXIF", "XMP ", "ICCP"]) {
      expect(stored.includes(trace)).toBe(false);
    }
    // The left of the sensor is the top of the upright picture.
    const pixels = await sharp(stored).raw().toBuffer();
    const colorAt = (row: number) => [...pixels.subarray(row * 1_200 * 3, row * 1_200 * 3 + 3)];
    expect(colorAt(10)[0]).toBeGreaterThan(200);
    expect(colorAt(1_590)[2]).toBeGreaterThan(200);
  });

  it("keeps the colors that its profile defines", async () => {
    const p3 = await sharp({
      create: { width: 20, height: 20, channels: 3, background: { r: 0, g: 200, b: 0 } },
    })
      .withIccProfile("p3")
      .jpeg({ quality: 100 })
      .toBuffer();
    const asShown = await sharp(p3).toColorspace("srgb").raw().toBuffer();
    const stored = await sharp(await preparePhoto(p3))
      .raw()
      .toBuffer();
    for (const channel of [0, 1, 2]) {
      expect(Math.abs((stored[channel] ?? 0) - (asShown[channel] ?? 0))).toBeLessThan(12);
    }
  });

  it("keeps its size in every format when it is small", async () => {
    const picture = () => sharp({ create: { width: 320, height: 200, channels: 3, background: "teal" } });
    for (const bytes of await Promise.all([
      picture().jpeg().toBuffer(),
      picture().png().toBuffer(),
      picture().webp().toBuffer(),
      picture().jpeg({ progressive: true }).toBuffer(),
    ])) {
      const { width, height, format } = await sharp(await preparePhoto(bytes)).metadata();
      expect([width, height, format]).toEqual([320, 200, "webp"]);
    }
  });

  it("is converted to the same bytes every time", async () => {
    const taken = await cameraPhoto({ width: 800, height: 600 });
    expect(await preparePhoto(taken)).toEqual(await preparePhoto(taken));
  });

  it.each([
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'],
    [
      "an SVG that would load something",
      '<?xml version="1.0"?><svg><image href="file:///etc/passwd"/></svg>',
    ],
    ["a page", "<!doctype html><script>alert(1)</script>"],
    ["a GIF", "GIF89a\x01\x00\x01\x00\x00\x00\x00;"],
    ["a PDF", "%PDF-1.7\n1 0 obj"],
    ["nothing", ""],
    ["two bytes", "\xff\xd8"],
  ])("is rejected when the file is %s", async (_, text) => {
    expect(await refusal(preparePhoto(Buffer.from(text, "latin1")))).toEqual(NO_PICTURE);
  });

  it("is rejected when a picture header is followed by a web page", async () => {
    const page = "<script>alert(1)</script>".repeat(20);
    for (const beginning of ["\xff\xd8\xff\xe0", "\x89PNG\r\n\x1a\n", "RIFF\x10\x00\x00\x00WEBPVP8 "]) {
      expect(await refusal(preparePhoto(Buffer.from(beginning + page, "latin1")))).toEqual(NOT_WHOLE);
    }
  });

  it("is rejected when it is incomplete", async () => {
    const picture = sharp(await cameraPhoto({ width: 640, height: 480 }));
    const whole = await Promise.all([
      picture.clone().jpeg().toBuffer(),
      picture.clone().png().toBuffer(),
      picture.clone().webp().toBuffer(),
    ]);
    for (const bytes of whole) {
      for (const part of [0.1, 0.5, 0.9]) {
        const broken = bytes.subarray(0, Math.floor(bytes.length * part));
        expect(await refusal(preparePhoto(broken))).toEqual(NOT_WHOLE);
      }
    }
  });

  it("is not decoded when it declares more than 25 million pixels", async () => {
    for (const [width, height] of [
      [5_000, 5_001],
      [50_000, 50_000],
    ] as const) {
      const bytes = bomb(width, height);
      expect(bytes.length).toBeLessThan(1_000_000);
      expect(await refusal(preparePhoto(bytes))).toEqual(TOO_MANY_PIXELS);
    }
    const largest = await sharp(await preparePhoto(bomb(5_000, 5_000))).metadata();
    expect([largest.width, largest.height]).toEqual([1_600, 1_600]);
  });
});

describe("a signature", () => {
  it("is stored on white, without its margin, scaled and lossless", async () => {
    const stored = await prepareSignature(await signatureSheet({ width: 1_400, height: 900 }));
    const { width, height, format, hasAlpha } = await sharp(stored).metadata();
    expect([format, hasAlpha]).toEqual(["webp", false]);
    expect(width).toBe(SIGNATURE_SIZE.width);
    expect(height).toBeLessThan(SIGNATURE_SIZE.height);
    const { channels } = await sharp(stored).stats();
    expect(channels[0]).toMatchObject({ min: 0, max: 255 });
    expect(Buffer.from(stored).toString("latin1", 12, 16)).toBe("VP8L");
  });

  it("is not enlarged when it is small", async () => {
    const stored = await sharp(
      await prepareSignature(await signatureSheet({ width: 300, height: 150 })),
    ).metadata();
    expect(stored.width).toBeLessThan(300);
  });

  it("is rejected when it is blank", async () => {
    const blank = ["INVALID_PAYLOAD", "signature must show a signature"];
    const sheet = (background: { r: number; g: number; b: number; alpha: number }) =>
      sharp({ create: { width: 200, height: 100, channels: 4, background } })
        .png()
        .toBuffer();
    expect(await refusal(prepareSignature(await sheet({ r: 0, g: 0, b: 0, alpha: 0 })))).toEqual(blank);
    expect(await refusal(prepareSignature(await sheet({ r: 255, g: 255, b: 255, alpha: 1 })))).toEqual(blank);
  });

  it("is accepted only as a complete PNG of limited size", async () => {
    const noPng = ["INVALID_PAYLOAD", "signature must be a PNG picture"];
    const sheet = await signatureSheet({ width: 600, height: 300 });
    expect(await refusal(prepareSignature(await sharp(sheet).flatten().jpeg().toBuffer()))).toEqual(noPng);
    expect(await refusal(prepareSignature(Buffer.from("<svg/>".repeat(9))))).toEqual(noPng);
    expect(await refusal(prepareSignature(sheet.subarray(0, sheet.length / 2)))).toEqual([
      "INVALID_PAYLOAD",
      "signature must be a whole picture",
    ]);
    expect(await refusal(prepareSignature(bomb(4_000, 2_001)))).toEqual([
      "INVALID_PAYLOAD",
      "signature must have fewer pixels",
    ]);
  });
});
