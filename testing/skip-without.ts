import { spawnSync } from "node:child_process";
import type { TestContext } from "vitest";

/** Skips a test on machines where this command, which checks that a program is installed, fails. */
export function skipWithout([command = "", ...words]: readonly string[], { skip }: TestContext): void {
  const { error, status } = spawnSync(command, words);
  if (error !== undefined || status !== 0) skip(`this machine cannot run ${[command, ...words].join(" ")}`);
}
