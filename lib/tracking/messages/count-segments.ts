const BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Take two septets. */
const EXTENDED = new Set("\f^{}\\[~]|€");

const GSM = { one: 160, several: 153 } as const;
const UCS2 = { one: 70, several: 67 } as const;

export interface SegmentCount {
  readonly segments: number;
  /** Septets of GSM-7, else UTF-16 units. */
  readonly length: number;
  readonly isUnicode: boolean;
}

/** Counts the segments of a text message (GSM 03.38). A character is never split between two. */
export function countSegments(text: string): SegmentCount {
  const characters = [...text];
  const isUnicode = characters.some((one) => !BASIC.has(one) && !EXTENDED.has(one));
  const limits = isUnicode ? UCS2 : GSM;
  const sizes = characters.map((one) => (isUnicode ? one.length : EXTENDED.has(one) ? 2 : 1));
  const length = sizes.reduce((sum, size) => sum + size, 0);
  if (length <= limits.one) return { segments: 1, length, isUnicode };
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > limits.several) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return { segments, length, isUnicode };
}
