import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const TOP_FILES = ["server.ts", "proxy.ts", "next.config.ts"];

/** Written by Prisma, openapi-typescript, tsc and npm. */
const GENERATED = /^lib\/db\/generated|^clients\/typescript\/(dist|src\/schema\.ts)|node_modules/;

export function pathsBelow(folders: readonly string[], pattern: RegExp): string[] {
  return folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((path) => pattern.test(path) && !GENERATED.test(path)),
  );
}

export type Source = ReturnType<typeof getSources>[number];

export function getSources(...folders: string[]) {
  return [...TOP_FILES, ...pathsBelow(folders, /\.tsx?$/)].map((file) => {
    const text = readFileSync(file, "utf8");
    return { file, text, imports: getImports(file, text) };
  });
}

function getImports(file: string, text: string): string[] {
  const found = text.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g);
  return [...found].map(([, name = ""]) => {
    if (name.startsWith("@/")) return name.slice(2);
    return name.startsWith(".") ? join(dirname(file), name) : name;
  });
}

/** Whether a file is a test, or is only imported by tests. */
export const isTest = (file: string): boolean => /\.(test|spec)\.|^(testing|e2e|bench)\//.test(file);
