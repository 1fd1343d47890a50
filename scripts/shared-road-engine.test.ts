import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { enginePrograms } from "@/packages/city/roads/engine-package";
import { shareRoadEngine } from "@/scripts/shared-road-engine.mjs";
import { pollUntil } from "@/testing/until";

type Shared = NonNullable<Awaited<ReturnType<typeof shareRoadEngine>>>;

describe.skipIf(enginePrograms() === null)("the shared road engine of a host", () => {
  let dataDir: string;
  let opened: Shared[];

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "dropline-engine-"));
    opened = [];
  });
  afterEach(async () => {
    for (const engine of opened) await engine.stop();
    rmSync(dataDir, { recursive: true });
  });

  const share = async (): Promise<Shared> => {
    const engine = await shareRoadEngine({ dataDir, say: () => {} });
    if (engine === null) throw new Error("The road engine does not start.");
    opened.push(engine);
    return engine;
  };

  const isServed = (url: string): Promise<boolean> =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );

  it("runs once, however many processes start at the same time", async () => {
    const engines = await Promise.all([share(), share(), share()]);
    expect(new Set(engines.map(({ url }) => url())).size).toBe(1);
    expect(engines.filter(({ pid }) => pid() !== undefined)).toHaveLength(1);
    expect(await isServed(engines[0]?.url() ?? "")).toBe(true);
  });

  it("is restarted at the same URL when the process that started it is killed", async () => {
    const program = `import { shareRoadEngine } from ${JSON.stringify(pathToFileURL("scripts/shared-road-engine.mjs").href)};
      const engine = await shareRoadEngine({ dataDir: process.argv[1], say: () => {} });
      process.send(engine.url());`;
    const owner = spawn(process.execPath, ["--input-type=module", "--eval", program, dataDir], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    try {
      const [url] = await once(owner, "message");
      const engine = await share();
      expect([engine.url(), engine.pid()]).toEqual([url, undefined]);
      owner.kill("SIGKILL");
      await pollUntil(() => engine.pid() !== undefined);
      expect(engine.url()).toBe(url);
      expect(await isServed(url)).toBe(true);
    } finally {
      owner.kill("SIGKILL");
    }
  });
});
