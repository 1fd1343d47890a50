/** JSON of about this many bytes, each expensive in another way. A test can find the mark in what is parsed. */
export const COSTLY_JSON = {
  elements: (bytes, mark) => `["${mark}"${",[]".repeat(bytes / 3)}]`,
  levels: (bytes, mark) => `["${mark}",${"[".repeat(bytes / 2)}${"]".repeat(bytes / 2)}]`,
  text: (bytes, mark) => `["${mark}","${"a ".repeat(bytes / 2)}"]`,
  keys: (bytes, mark) =>
    `{"${mark}":0${Array.from({ length: bytes / 13 }, (_, index) => `,"k${String(index).padStart(7, "0")}":0`).join("")}}`,
} as const satisfies Readonly<Record<string, (bytes: number, mark: string) => string>>;

export type CostlyKind = keyof typeof COSTLY_JSON;
