import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "@/lib/package-root";

/** Texts of the documentation in Markdown. A release contains the folder as well. */
const FOLDER = "lib/docs/content";

/**
 * Parses each file in a folder of the documentation's texts, by its name without `.md`.
 * @throws Error that names the file if it cannot be parsed
 */
export function readContent<Parsed>(folder: string, parse: (text: string) => Parsed): Record<string, Parsed> {
  const path = join(packageRoot(), FOLDER, folder);
  const files = readdirSync(path).filter((file) => file.endsWith(".md"));
  return Object.fromEntries(
    files.sort().map((file) => {
      const text = readFileSync(join(path, file), "utf8");
      try {
        return [file.slice(0, -".md".length), parse(text)];
      } catch (cause) {
        throw new Error(`${FOLDER}/${folder}/${file} cannot be read.`, { cause });
      }
    }),
  );
}
