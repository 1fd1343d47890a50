import { spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Removes a test's PostgreSQL if this process ends without doing so, even by kill -9: a helper process waits for its
 * standard input to close, which the kernel guarantees.
 *
 * @returns a function that stops the guard
 */
export function guardCluster(pid: number, folder: string): () => void {
  const guard = spawn(process.execPath, ["--eval", `(${clearAway})(${pid}, ${JSON.stringify(folder)})`], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.unref();
  // Neither the guard nor the pipe to it may keep the tests from ending.
  (guard.stdin as Socket).unref();
  return () => {
    guard.kill("SIGKILL");
  };
}

/** Runs in the guard's process, which does not have this file's imports, so it must be self-contained. */
function clearAway(pid: number, folder: string): void {
  const { rmSync } = process.getBuiltinModule("node:fs");
  const isGone = (signal: NodeJS.Signals | 0): boolean => {
    try {
      process.kill(pid, signal);
      return false;
    } catch {
      return true;
    }
  };
  process.stdin.resume().on("end", () => {
    isGone("SIGQUIT");
    let tries = 0;
    const timer = setInterval(() => {
      tries += 1;
      if (!isGone(0) && tries < 100) return;
      clearInterval(timer);
      rmSync(folder, { recursive: true, force: true });
    }, 100);
  });
}
