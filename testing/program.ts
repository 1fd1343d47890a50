import { basename, join } from "node:path";
import { build } from "esbuild";
import { BUNDLE_OPTIONS } from "@/scripts/build.mjs";

/**
 * Bundles a program of this folder once, so that each start in a test is fast.
 * @returns the file for Node to run
 */
export async function bundleProgram(file: string): Promise<string> {
  const outfile = join("dist", "testing", `${basename(file, ".ts")}.mjs`);
  await build({ ...BUNDLE_OPTIONS, entryPoints: [file], outfile });
  return outfile;
}
