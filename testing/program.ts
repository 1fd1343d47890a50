import { basename, join } from "node:path";
import { build } from "esbuild";

/** Bundles a program of this folder, so that starting it costs little however often. @returns what Node runs */
export async function bundleProgram(file: string): Promise<string> {
  const outfile = join("dist", "testing", `${basename(file, ".ts")}.mjs`);
  await build({
    entryPoints: [file],
    outfile,
    alias: { "@": process.cwd() },
    bundle: true,
    format: "esm",
    packages: "external",
    platform: "node",
  });
  return outfile;
}
