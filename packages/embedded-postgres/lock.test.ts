import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { identify, isAlive, lock } from "@/packages/embedded-postgres/lock.mjs";

describe("a lock file", () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "dropline-lock-"));
    file = join(folder, "lock");
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is held by one caller at a time", async () => {
    const unlock = await lock(file, { withinMs: 1_000 });
    await expect(lock(file, { withinMs: 0 })).rejects.toThrow(file);
    unlock();
    (await lock(file, { withinMs: 0 }))();
  });

  it("is taken over from a dead process, even if its process id was reused", async () => {
    // No process has this number: it is above every limit of the kernel.
    writeFileSync(file, "4194305 1");
    (await lock(file, { withinMs: 0 }))();
    writeFileSync(file, `${process.pid} 1`);
    (await lock(file, { withinMs: 0 }))();
  });

  it("is taken over by only one of many processes when it is abandoned", async () => {
    writeFileSync(file, "4194305 1");
    const log = join(folder, "log");
    const program = `
      import { appendFileSync } from "node:fs";
      import { lock } from ${JSON.stringify(pathToFileURL(join(process.cwd(), "packages/embedded-postgres/lock.mjs")).href)};
      for (let round = 0; round < 20; round += 1) {
        const unlock = await lock(${JSON.stringify(file)}, { withinMs: 60_000 });
        appendFileSync(${JSON.stringify(log)}, "in " + process.pid + "\\n");
        await new Promise((settle) => setTimeout(settle, 2));
        appendFileSync(${JSON.stringify(log)}, "out " + process.pid + "\\n");
        unlock();
      }`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ["--input-type=module", "--eval", program], { stdio: "inherit" }),
    );
    await Promise.all(children.map((child) => once(child, "exit")));
    const lines = readFileSync(log, "utf8").trim().split("\n");
    expect(lines).toHaveLength(4 * 20 * 2);
    for (let index = 0; index < lines.length; index += 2) {
      expect(lines[index + 1]).toBe(lines[index]?.replace("in", "out"));
    }
  });

  it("identifies a process by more than its process id", async () => {
    const child = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"]);
    const identity = identify(child.pid ?? 0) ?? "";
    expect(isAlive(identity)).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(isAlive(identity)).toBe(false);
  });
});
