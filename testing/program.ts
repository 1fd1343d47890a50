import { basename, join } from "node:path";
import { build } from "esbuild";

/**
 * Bundles a program of this folder once, so that each start in a test is fast.
 * @returns the file for Node to run
 */
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
