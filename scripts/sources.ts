import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A source file and its imports, as paths from the project root or package names. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const TOP_FILES = ["server.ts", "proxy.ts", "next.config.ts"];

/** Returns the TypeScript files of these folders and of the root, without generated ones. */
export function sourcesOf(...folders: string[]): Source[] {
  const below = folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("lib/db/generated")),
  );
  return [...TOP_FILES, ...below].map((file) => {
    const text = readFileSync(file, "utf8");
    return { file, text, imports: importsOf(file, text) };
  });
}

function importsOf(file: string, text: string): string[] {
  const found = text.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g);
  return [...found].map(([, name = ""]) => {
    if (name.startsWith("@/")) return name.slice(2);
    return name.startsWith(".") ? join(dirname(file), name) : name;
  });
}

/** Returns whether a file is a test, or is only imported by tests. */
export const isTest = (file: string): boolean =>
  /\.(test|spec)\.|^(testing|e2e|packages\/bench)\//.test(file);
