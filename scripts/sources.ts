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

export interface Source {
  readonly file: string;
  readonly text: string;
  /** Packages, and files of the project without their extension. */
  readonly imports: readonly string[];
}

export function getSources(...folders: string[]): Source[] {
  return [...TOP_FILES, ...pathsBelow(folders, /\.tsx?$/)].map((file) =>
    toSource(file, readFileSync(file, "utf8")),
  );
}

/** Returns the sources of a planted tree, texts by file, in which a structural test must find a violation. */
export const toSources = (tree: Readonly<Record<string, string>>): Source[] =>
  Object.entries(tree).map(([file, text]) => toSource(file, text));

const toSource = (file: string, text: string): Source => ({ file, text, imports: getImports(file, text) });

function getImports(file: string, text: string): string[] {
  const found = text.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g);
  return [...found].map(([, name = ""]) => {
    if (name.startsWith("@/")) return name.slice(2);
    return name.startsWith(".") ? join(dirname(file), name) : name;
  });
}

/** Whether a file is a test, or is only imported by tests. */
export const isTest = (file: string): boolean => /\.(test|spec)\.|^(testing|e2e|bench)\//.test(file);
