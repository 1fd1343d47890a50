import { join } from "node:path";
import { build } from "esbuild";

const FOLDER = "dist/bench";
const ENTRIES = {
  generator: "bench/generator/main.ts",
  peer: "bench/peer/server.ts",
};

export async function buildPrograms(): Promise<void> {
  await build({
    entryPoints: ENTRIES,
    outdir: FOLDER,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    alias: { "@": process.cwd() },
    logLevel: "warning",
  });
}

export function programs(): Record<keyof typeof ENTRIES, string> {
  const at = (name: string) => join(process.cwd(), FOLDER, `${name}.mjs`);
  return { generator: at("generator"), peer: at("peer") };
}
