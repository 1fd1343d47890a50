import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "@/lib/duration";
import { forgetDurationModel, getDurationModel } from "@/lib/tracking/arrivals/get-duration-model";
import { learnDurations } from "@/lib/tracking/arrivals/learn-durations";
import { execute } from "@/testing/cluster";
import { insertEndedOrders } from "@/testing/ended-orders";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

/** Of every order that these tests insert, in seconds. */
const WAIT = 600;
const DOOR = 200;
/** For a leg that is planned to take 900. */
const DRIVE = 1_440;

describe("learned durations", () => {
  let local: LocalApi;
  let courierId = "";

  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());
  beforeEach(async () => {
    await execute(local.databaseUrl, "TRUNCATE orders, learned_durations CASCADE");
    forgetDurationModel(local.db);
    courierId = await local.couriers.makeCourier();
  });

  const ago = (days: number) => new Date(local.clock.now().getTime() - days * DAY_MS).toISOString();
  interface Seed {
    readonly recipients?: number;
    readonly mode?: "live" | "test";
    readonly days?: number;
    readonly wait?: number;
    readonly of?: string;
  }
  const seed = async (
    count: number,
    { recipients = count, mode = "live", days = 3, wait = WAIT, of }: Seed = {},
  ) => {
    const accountId = of ?? (await local.newShop()).shop.accountId;
    const time = { from: ago(days + 0.5), until: ago(days) };
    await execute(
      local.databaseUrl,
      insertEndedOrders(accountId, courierId, { count, mode, ...time }),
      `UPDATE orders o SET arrived_at = h.changed_at - ${wait} * interval '1 second'
       FROM order_status_changes h
       WHERE h.order_id = o.id AND h.status = 'in_progress' AND o.account_id = '${accountId}'`,
      `UPDATE order_stops s SET contact_value = '+7916' || (s.order_id % ${recipients}), failed_at = NULL,
         failure_code = NULL, resolution = NULL,
         arrived_at = h.changed_at + ${DRIVE} * interval '1 second',
         delivered_at = h.changed_at + ${DRIVE + DOOR} * interval '1 second'
       FROM order_status_changes h
       WHERE h.order_id = s.order_id AND h.status = 'in_progress' AND s.account_id = '${accountId}' AND s.position = 1`,
    );
    return accountId;
  };
  const learn = () => learnDurations(local.couriers.context, "");
  const list = () =>
    local.db.models.learnedDuration.findMany({ orderBy: [{ kind: "asc" }, { group: "asc" }] });
  const find = (kind: "wait" | "drive" | "door", group = "") =>
    local.db.models.learnedDuration.findFirst({ where: { kind, group } });

  it("come from the times of ended orders, and are in use at once in the process that learned them", async () => {
    await seed(60);
    expect((await getDurationModel(local.db)).learnedAt).toBeNull();
    await learn();
    // With one shop, a part of what differs from the priors is its own.
    const toMedian = async (kind: "wait" | "drive" | "door") => Math.exp((await find(kind))?.effect ?? 0);
    expect(await toMedian("wait")).toBeGreaterThan(WAIT * 0.75);
    expect(await toMedian("wait")).toBeLessThan(WAIT);
    expect(await toMedian("door")).toBeGreaterThan(DOOR * 0.85);
    expect(await toMedian("drive")).toBeGreaterThan((DRIVE / 960) * 0.9);
    expect(await find("door", "size:M")).toMatchObject({ orderCount: 51 });
    const model = await getDurationModel(local.db);
    expect(model).toMatchObject({ orderCount: 51, learnedAt: local.clock.now() });
    expect(model.kinds.wait.effect).toBe((await find("wait"))?.effect);
  });

  it("of a shop differ from those of others", async () => {
    const slow = await seed(60, { wait: 1_500 });
    const fast = await seed(60, { wait: 300 });
    await learn();
    const rows = (await list()).filter(({ kind, group }) => kind === "wait" && group.startsWith("shop:"));
    const find = (accountId: string) => rows.find(({ group }) => group.includes(accountId))?.effect ?? 0;
    expect(rows).toHaveLength(2);
    expect(find(slow)).toBeGreaterThan(find(fast) + 1);
  });

  it("say nothing of fewer than five recipients, by their phones", async () => {
    await seed(60, { recipients: 4 });
    await learn();
    expect(await list()).toEqual([]);
    const few = await seed(4);
    await seed(60);
    await learn();
    const groups = (await list()).map(({ group }) => group);
    expect(groups.filter((group) => group.startsWith("shop:"))).toHaveLength(1);
    expect(groups.some((group) => group.includes(few))).toBe(false);
  });

  it("are not taught by test orders, simulated couriers and orders older than eight weeks", async () => {
    // The accounts have a live order that could teach.
    await seed(60, { mode: "test", of: await seed(1) });
    await seed(60, { days: 57, of: await seed(1) });
    courierId = await local.couriers.makeCourier();
    await seed(60);
    await execute(local.databaseUrl, `UPDATE couriers SET is_simulated = true WHERE id = '${courierId}'`);
    await learn();
    expect(await list()).toEqual([]);
  });

  it("are the same after another run, and those that are not found again are removed after eight weeks", async () => {
    await seed(60);
    await learn();
    const rows = await list();
    await learn();
    expect(await list()).toEqual(rows);
    const old = { kind: "wait", count: 9, effect: 1, spread: 0, orderCount: 9 } as const;
    await local.db.models.learnedDuration.createMany({
      data: [
        { ...old, group: "shop:closed", learnedAt: ago(57) },
        { ...old, group: "shop:quiet", learnedAt: ago(55) },
      ],
    });
    await learn();
    expect((await list()).map(({ group }) => group)).toContain("shop:quiet");
    expect((await list()).map(({ group }) => group)).not.toContain("shop:closed");
  });

  it("read the newest 500 orders of an account, however many it has", async () => {
    await seed(700, { days: 2, wait: 200 });
    await learn();
    const [row] = await list();
    const counts = (await list()).map(({ orderCount }) => orderCount);
    expect(row).toBeDefined();
    // Every seventh was cancelled.
    expect(Math.max(...counts)).toBe(500);
  });

  it("survive an erasure, and erased orders count as one recipient", async () => {
    const accountId = await seed(60);
    await learn();
    const rows = await list();
    await execute(
      local.databaseUrl,
      `UPDATE order_stops SET contact_value = 'erased' WHERE account_id = '${accountId}'`,
    );
    await learn();
    expect(await list()).toEqual(rows);
  });
});
