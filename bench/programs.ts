import { join } from "node:path";
import { build } from "esbuild";
import { BUNDLE_OPTIONS } from "@/scripts/build.mjs";

const FOLDER = "dist/bench";
const ENTRIES = {
  generator: "bench/generator/main.ts",
  peer: "bench/peer/server.ts",
};

export async function buildPrograms(): Promise<void> {
  await build({
    ...BUNDLE_OPTIONS,
    entryPoints: ENTRIES,
    outdir: FOLDER,
    outExtension: { ".js": ".mjs" },
    packages: "external",
    logLevel: "warning",
  });
}

export function programs(): Record<keyof typeof ENTRIES, string> {
  const at = (name: string) => join(process.cwd(), FOLDER, `${name}.mjs`);
  return { generator: at("generator"), peer: at("peer") };
}
