import { spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Clears a test's PostgreSQL away when this process ends without having done so, even by a kill -9: a process of
 * its own waits for its standard input to end, which the kernel sees to.
 *
 * @returns what calls the guard off
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

/** Runs in the guard's process, where this file's imports are not: it brings all that it needs. */
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
