import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buildSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chainRecords } from "@/lib/audit/chain-records";
import { verifyChains } from "@/lib/audit/verify-chains";
import { openDatabase } from "@/lib/db/client";
import { copyDatabase } from "@/lib/db/copy-database";
import { migrate } from "@/lib/db/migrate";
import { createOrder } from "@/lib/orders/create-order";
import { type EmbeddedPostgres, startEmbedded } from "@/packages/embedded-postgres/postgres";
import { ApiClient, orderBody } from "@/testing/api-client";
import { clusterFolder, execute, memoryFolder } from "@/testing/cluster";
import { startServer } from "@/testing/server";
import { CourierSide, makeClient } from "@/testing/shop";

const PROGRAMS = "/usr/lib/postgresql/15/bin";
const ORDERS = 6;

describe("the data of an older PostgreSQL", () => {
  let dataDir: string;
  let child: ChildProcess | undefined;
  const started: EmbeddedPostgres[] = [];
  const start = async (options: Partial<Parameters<typeof startEmbedded>[0]> = {}) => {
    const postgres = await startEmbedded({ dataDir, isDurable: false, ...options });
    started.push(postgres);
    return postgres;
  };
  /** Begins an upgrade in another process, and kills it in the middle of the copy. */
  const killUpgrade = async (): Promise<void> => {
    const outfile = join(dataDir, "postgres.cjs");
    const entryPoints = ["packages/embedded-postgres/postgres.ts"];
    buildSync({ entryPoints, outfile, bundle: true, platform: "node", external: ["pg-native"] });
    const program = `require(${JSON.stringify(outfile)}).startEmbedded({
      dataDir: ${JSON.stringify(dataDir)},
      isDurable: false,
      copyDatabase: () => { console.log("copying"); return new Promise((resolve) => setTimeout(resolve, 3600000)); },
    })`;
    child = spawn(process.execPath, ["--eval", program], { stdio: ["ignore", "pipe", "inherit"] });
    if (child.stdout !== null) await once(createInterface({ input: child.stdout }), "line");
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };

  beforeAll(() => {
    dataDir = clusterFolder(memoryFolder());
  });
  afterAll(async () => {
    child?.kill("SIGKILL");
    for (const postgres of started) await postgres.remove();
  });

  it("is refused with what to run, survives killed upgrades, and moves to the new major with every row", async ({
    skip,
  }) => {
    if (!existsSync(PROGRAMS)) skip(`this machine has no PostgreSQL in ${PROGRAMS}`);
    const old = await start({ programs: PROGRAMS });
    await migrate(old.databaseUrl);
    const before = openDatabase(old.databaseUrl, 2);
    const shop = await makeClient(before);
    const { context } = new CourierSide(before);
    const bodies = Array.from({ length: ORDERS }, (_, index) =>
      orderBody({ comment: `Привет\t${index}\n\\N "🚲"` }),
    );
    for (const body of bodies) await createOrder(context, shop.scope, { body });
    await before.models.user.create({
      data: { email: "owner@example.com", passwordHash: "x", role: "owner", accountId: shop.accountId },
    });
    await chainRecords(before, new Date(Date.now() + 60_000));
    const chained = await verifyChains(before);
    expect(chained.records).toBeGreaterThan(0);
    await before.close();
    await execute(old.databaseUrl, "SELECT make_logged_requests_day('2026-01-02')");
    await old.stop();

    await expect(start()).rejects.toThrow(
      /was created by PostgreSQL 15, and .*bin contains 18: install PostgreSQL 15 and run .* upgrade-database --programs \/usr\/lib\/postgresql\/15\/bin\.$/,
    );
    const note = join(dataDir, "postgres.location");
    const data = existsSync(note)
      ? join(readFileSync(note, "utf8").trim(), "data")
      : join(dataDir, "postgres");
    // A kill between the two renames.
    renameSync(data, `${data}-15`);
    await killUpgrade();

    const lines: string[] = [];
    const next = await start({ copyDatabase, log: (line) => lines.push(line) });
    expect(next.formerData).toBe(`${data}-15`);
    expect(lines.at(-1)).toContain(`The former data is in ${data}-15`);
    const after = openDatabase(next.databaseUrl, 2);
    expect(await verifyChains(after)).toEqual(chained);
    const rows = await after.models.order.findMany({
      select: { comment: true },
      orderBy: { comment: "asc" },
    });
    expect(rows.map(({ comment }) => comment)).toEqual(bodies.map(({ comment }) => comment));
    await after.close();
    const server = await startServer({ databaseUrl: next.databaseUrl });
    try {
      const api = new ApiClient(server.baseUrl, shop.key);
      for (const body of bodies) {
        expect((await api.create(body)).status).toBe(200);
      }
      expect((await api.create(orderBody())).status).toBe(201);
      const events = await api.get<{ events: unknown[] }>("/v1/partner/events");
      expect(events.data.events).toHaveLength(ORDERS + 1);
    } finally {
      await server.kill();
    }
  });
});
