import { preload } from "react-dom";

const FIRST = ["/fonts/onest-latin.9cdd32b0.woff2", "/fonts/onest-cyrillic.0bc60bbc.woff2"];

export function preloadFonts(): void {
  for (const file of FIRST) preload(file, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
}
