import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The newest release, whose processes run next to those of this version during an upgrade. */
export const FORMER_RELEASE = { commit: "6577cfe0", lastMigration: "20261130073339_existing_routes" };

/** Builds the former release without its pages, once per machine. @returns its folder, or the reason that it cannot be built here */
export function buildFormerRelease(): { root: string } | { reason: string } {
  const { commit } = FORMER_RELEASE;
  const root = join(tmpdir(), `dropline-release-${commit}`);
  if (existsSync(join(root, "dist/server.mjs"))) return { root };
  mkdirSync(root, { recursive: true });
  try {
    const archive = execFileSync("git", ["archive", commit], { maxBuffer: 2 ** 30, stdio: "pipe" });
    execFileSync("tar", ["-x", "-C", root], { input: archive });
  } catch {
    return { reason: `this checkout lacks the commit ${commit} of the former release` };
  }
  const changed = findChangedPackage(root);
  if (changed !== undefined) return { reason: `the former release needs another version of ${changed}` };
  if (!existsSync(join(root, "node_modules")))
    symlinkSync(resolve("node_modules"), join(root, "node_modules"));
  const build = 'import("./scripts/build.mjs").then(({ buildTools }) => buildTools())';
  execFileSync(process.execPath, ["--eval", build], { cwd: root, stdio: "pipe" });
  return { root };
}

function findChangedPackage(root: string): string | undefined {
  const read = (folder: string): Record<string, string> =>
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).dependencies;
  const ours = read(".");
  return Object.entries(read(root)).find(([name, version]) => ours[name] !== version)?.[0];
}
