/** The face that a map's style names for its labels. */
const FACE = '500 24px "Onest Medium"';
/** A letter of each file of the face: Latin, Cyrillic and Romanian. */
const LETTERS = "aяă";
const WITHIN_MS = 3_000;

/**
 * Waits for a map's code and then for the face of its labels: MapLibre keeps the letters it has drawn, so it must not
 * begin with others. Without the face it draws the device's own.
 */
export async function withLabelFace<Code>(code: Promise<Code>): Promise<Code> {
  const loaded = await code;
  // Where faces cannot be asked for, there is none to wait for.
  if ("fonts" in document) {
    const late = new Promise((resolve) => setTimeout(resolve, WITHIN_MS));
    await Promise.race([document.fonts.load(FACE, LETTERS).catch(() => {}), late]);
  }
  return loaded;
}
