import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pathsBelow } from "@/scripts/sources";

const FOLDER = "public/fonts";
const FONTS = readdirSync(FOLDER).filter((file) => file.endsWith(".woff2"));

const hasContentHash = (file: string, content: Buffer): boolean =>
  file.split(".")[1] === createHash("sha256").update(content).digest("hex").slice(0, 8);

/** Returns the fonts that no text names, and named ones that do not exist. */
function findFontErrors(fonts: readonly string[], texts: readonly string[]): string[] {
  const named = texts.flatMap((text) =>
    [...text.matchAll(/\/fonts\/([\w.-]+\.woff2)/g)].map(([, file = ""]) => file),
  );
  return [
    ...fonts.filter((file) => !named.includes(file)).map((file) => `${file} is not used`),
    ...named.filter((file) => !fonts.includes(file)).map((file) => `${file} does not exist`),
  ];
}

describe("font files", () => {
  it("have a content hash in their names, since browsers cache them for a year", () => {
    const wrong = FONTS.filter((file) => !hasContentHash(file, readFileSync(join(FOLDER, file))));
    expect(FONTS.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
    expect(hasContentHash("planted.9b5f02b9.woff2", Buffer.from("planted"))).toBe(false);
  });

  it("are all used, and every font in use exists", () => {
    const texts = pathsBelow(["app", "components"], /\.(css|tsx?)$/).map((path) =>
      readFileSync(path, "utf8"),
    );
    expect(findFontErrors(FONTS, texts)).toEqual([]);
    expect(
      findFontErrors(["a.1.woff2", "b.2.woff2"], [`src: url("/fonts/a.0.woff2")`, "/fonts/b.2.woff2"]),
    ).toEqual(["a.1.woff2 is not used", "a.0.woff2 does not exist"]);
  });

  it("have their licenses in the same folder", () => {
    expect(readFileSync(join(FOLDER, "onest-LICENSE.txt"), "utf8")).toContain("SIL OPEN FONT LICENSE");
    expect(readFileSync(join(FOLDER, "jetbrains-mono-LICENSE.txt"), "utf8")).toContain(
      "SIL OPEN FONT LICENSE",
    );
  });
});
