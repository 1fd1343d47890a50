import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER = "public/fonts";

describe("font files", () => {
  it("have a content hash in their names, since browsers cache them for a year", () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith(".woff2"));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const content = readFileSync(join(FOLDER, file));
      expect(file.split(".")[1]).toBe(createHash("sha256").update(content).digest("hex").slice(0, 8));
    }
  });

  it("are all used, and every font in use exists", () => {
    const requested = ["app", "components"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => /\.(css|tsx?)$/.test(file))
        .flatMap((file) => [
          ...readFileSync(join(folder, file), "utf8").matchAll(/\/fonts\/([\w.-]+\.woff2)/g),
        ])
        .map(([, file = ""]) => file),
    );
    expect(requested.filter((file) => !existsSync(join(FOLDER, file)))).toEqual([]);
    expect([...new Set(requested)].sort()).toEqual(
      readdirSync(FOLDER)
        .filter((file) => file.endsWith(".woff2"))
        .sort(),
    );
  });

  it("have their licenses in the same folder", () => {
    expect(readFileSync(join(FOLDER, "onest-LICENSE.txt"), "utf8")).toContain("SIL OPEN FONT LICENSE");
    expect(readFileSync(join(FOLDER, "jetbrains-mono-LICENSE.txt"), "utf8")).toContain(
      "SIL OPEN FONT LICENSE",
    );
  });
});
