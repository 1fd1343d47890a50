const FACE = '500 24px "Onest Medium"';
/** One letter per font file. */
const LETTERS = "aяăãł";
const WITHIN_MS = 3_000;

/** MapLibre caches the glyphs it draws first, so the map waits for the font of its labels. */
export async function withLabelFace<Code>(code: Promise<Code>): Promise<Code> {
  const loaded = await code;
  if ("fonts" in document) {
    const late = new Promise((resolve) => setTimeout(resolve, WITHIN_MS));
    await Promise.race([document.fonts.load(FACE, LETTERS).catch(() => {}), late]);
  }
  return loaded;
}
