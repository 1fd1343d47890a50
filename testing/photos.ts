import sharp from "sharp";

/**
 * A JPEG as taken by a phone held upright: EXIF orientation rotates the pixels, and metadata has where and when it
 * was taken, the camera and the color profile. The left half of the sensor is red and the right half is blue.
 */
export async function cameraPhoto({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const right = await sharp({
    create: { width: width / 2, height, channels: 3, background: { r: 0, g: 0, b: 250 } },
  })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: { r: 250, g: 0, b: 0 } } })
    .composite([{ input: right, left: width / 2, top: 0 }])
    .withIccProfile("p3")
    .withExif({
      IFD0: { Make: "Krasny Most", Model: "Camera 1", DateTime: "2026:11:21 12:00:00" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "59/1 56/1 2/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "30/1 18/1 7/1",
        GPSDateStamp: "2026:11:21",
      },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">GPS secret</x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** A transparent PNG with a stroke drawn across its middle. */
export function signatureSheet({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const stroke = `M${width * 0.2} ${height * 0.6} L${width * 0.5} ${height * 0.4} L${width * 0.8} ${height * 0.6}`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <path d="${stroke}" stroke="black" stroke-width="6" fill="none"/></svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
}
