import { sentSize } from "@/lib/courier-app/proof-file";

const ENOUGH_BYTES = 300_000;
const QUALITIES = [0.8, 0.65, 0.5, 0.35];

/** Resizes a photo and strips its metadata. Returns it unchanged if the browser cannot decode it. */
export async function shrinkPhoto(photo: Blob): Promise<Blob> {
  try {
    const picture = await createImageBitmap(photo, { imageOrientation: "from-image" });
    const canvas = document.createElement("canvas");
    Object.assign(canvas, sentSize(picture));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    let smallest = photo;
    for (const quality of QUALITIES) {
      smallest = await written(canvas, quality);
      if (smallest.size <= ENOUGH_BYTES) break;
    }
    return smallest;
  } catch {
    return photo;
  }
}

function written(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((settle, fail) => {
    canvas.toBlob(
      (blob) => (blob === null ? fail(new Error("HTMLCanvasElement.toBlob returned null")) : settle(blob)),
      "image/jpeg",
      quality,
    );
  });
}
