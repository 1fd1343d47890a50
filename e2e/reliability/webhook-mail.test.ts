import { spawn } from "node:child_process";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Mode } from "@/lib/account-scope";
import { NOW_AS_STORED } from "@/lib/db/now";
import { int4 } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { JOB_KINDS } from "@/lib/jobs/job";
import { runJobs } from "@/lib/jobs/run-jobs";
import { claimJobs, finishWithFollowUps } from "@/lib/jobs/store";
import { jobHandlers } from "@/lib/process/worker";
import { sendTestEvent } from "@/lib/webhooks/send-test-event";
import { deleteEndpoint, setEndpointEnabled } from "@/lib/webhooks/update-endpoint";
import { makeMember } from "@/testing/account-fixture";
import { TEST_FILES } from "@/testing/files";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { type MailReceiver, openMailReceiver, toText } from "@/testing/mail-receiver";
import { NODE_FLAGS } from "@/testing/node-flags.mjs";
import { bundleProgram } from "@/testing/program";
import { type Receiver, startReceiver } from "@/testing/receiver";
import { runText } from "@/testing/run-text";
import { pollUntil } from "@/testing/until";
import { WebhookSide } from "@/testing/webhook-side";

const PUBLIC_URL = "https://dropline.example";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe("mail about webhook endpoints", () => {
  let local: LocalApi;
  let hooks: WebhookSide;
  let post: MailReceiver;
  let target: Receiver;
  let status = 503;
  const failures: unknown[] = [];

  beforeAll(async () => {
    local = await openLocalApi();
    hooks = new WebhookSide(local.db, local.databaseUrl, local.clock);
    hooks.start();
    post = await openMailReceiver();
    target = await startReceiver((response) => {
      response.writeHead(status).end();
    });
  });

  afterEach(() => expect([...hooks.failures, ...failures]).toEqual([]));

  afterAll(async () => {
    await hooks?.stop();
    await post?.close();
    await target?.close();
    await local?.close();
  });

  /** Creates an account with two owners, a disabled one and a staff member, and an endpoint that rejects everything. */
  async function failingEndpoint(mode: Mode = "live") {
    const { shop } = await local.newShop(mode);
    const { accountId, scope } = shop;
    const member = (role: "owner" | "staff") => makeMember(local.db, accountId, role);
    const [first, second, former, staff] = [
      await member("owner"),
      await member("owner"),
      await member("owner"),
      await member("staff"),
    ];
    await local.db.models.user.update({ where: { id: former.id }, data: { disabledAt: local.clock.now() } });
    const people = [first, second, former, staff].map(({ email }) => email);
    status = 503;
    const { endpoint } = await hooks.add(scope, `${target.url}/in?token=secret`);
    await sendTestEvent(hooks.context, scope, { endpointId: endpoint.id, type: "order.created" });
    await attempted(endpoint.id);
    const letters = () => post.received.filter(({ to }) => people.includes(to));
    return {
      id: endpoint.id,
      scope,
      owners: people.slice(0, 2).sort(),
      letters,
      readers: () =>
        letters()
          .map(({ to }) => to)
          .sort(),
    };
  }

  const readEndpoint = (id: string) => local.db.models.webhookEndpoint.findUniqueOrThrow({ where: { id } });

  /** Waits until the latest attempt is recorded; the clock stands still meanwhile. */
  async function attempted(id: string): Promise<void> {
    const now = local.clock.now().getTime();
    await pollUntil(async () => {
      const { failingSince, lastFailureAt } = await readEndpoint(id);
      return status === 200 ? failingSince === null : lastFailureAt?.getTime() === now;
    });
  }

  /** Makes the next attempt this much later, with this answer. */
  async function tryLater(id: string, milliseconds: number, answer = 503): Promise<void> {
    status = answer;
    local.clock.advance(milliseconds);
    await hooks.hurry(id);
    await attempted(id);
  }

  function startJobs(hasMail: boolean) {
    const mail = hasMail ? { url: post.url, from: "mail@example.com" } : null;
    return runJobs({
      context: local.couriers.context,
      handlers: jobHandlers({
        mail,
        authSecret: null,
        supportEmail: null,
        formerAuthSecret: null,
        publicUrl: PUBLIC_URL,
        files: TEST_FILES,
        requestLogDays: 30,
        billing: { vatPercent: null, legalName: null, legalDetails: null },
        dataDir: "",
      }),
      schedules: [],
      listKinds: async () => JOB_KINDS,
      onFailure: (_, error) => failures.push(error),
    });
  }

  /** Makes every job due on the database's clock, which runs on by itself. */
  const makeDue = () => execute(local.db)`UPDATE jobs SET run_at = now() WHERE finished_at IS NULL`;

  /** Runs every job until each has ended or waits again. */
  async function work({ hasMail = true } = {}): Promise<void> {
    await makeDue();
    const runner = startJobs(hasMail);
    await pollUntil(async () => {
      const [row] = await query(local.db, { left: int4 })`
        SELECT count(*)::int AS left FROM jobs WHERE finished_at IS NULL AND (run_at <= ${NOW_AS_STORED} OR attempts > 0)`;
      return row?.left === 0;
    });
    await runner.stop();
  }

  const readJobs = (id: string) => local.db.models.job.findMany({ where: { key: { startsWith: id } } });

  it("is sent to each owner once after an hour without a success (HOOK-9)", async () => {
    const { id, letters, readers, owners } = await failingEndpoint();
    const { failingSince } = await readEndpoint(id);
    const inAnHour = new Date((failingSince?.getTime() ?? 0) + HOUR_MS);
    expect(await readJobs(id)).toMatchObject([{ kind: "watch_endpoint", key: id, runAt: inAnHour }]);
    await tryLater(id, 59 * MINUTE_MS);
    await work();
    expect(readers()).toEqual([]);
    local.clock.advance(MINUTE_MS);
    await work();
    expect(readers()).toEqual(owners);
    const text = letters().map(toText).join();
    expect(text).toContain(`${PUBLIC_URL}/dashboard/webhooks/${id}\r\n`);
    expect(text).toContain(`reached ${target.url}/in since 20`);
    expect(text).not.toContain("token");
    await tryLater(id, 10 * HOUR_MS);
    await work();
    expect(readers()).toEqual(owners);
  });

  it("is not sent after a success, and is sent an hour after new failures begin", async () => {
    const { id, scope, readers, owners } = await failingEndpoint();
    await tryLater(id, 30 * MINUTE_MS, 200);
    status = 503;
    local.clock.advance(10 * MINUTE_MS);
    await sendTestEvent(hooks.context, scope, { endpointId: id, type: "order.created" });
    await attempted(id);
    local.clock.advance(20 * MINUTE_MS);
    await work();
    expect(readers()).toEqual([]);
    local.clock.advance(40 * MINUTE_MS);
    await work();
    expect(readers()).toEqual(owners);
  });

  it("is sent once more when five days of failures have disabled the endpoint (HOOK-9)", async () => {
    const { id, letters, readers, owners } = await failingEndpoint();
    await tryLater(id, 48 * HOUR_MS);
    await work();
    expect(readers()).toEqual(owners);
    await tryLater(id, 48 * HOUR_MS);
    await work();
    expect(readers()).toEqual(owners);
    await tryLater(id, 24 * HOUR_MS);
    await work();
    expect(readers()).toEqual([...owners, ...owners].sort());
    expect(
      letters().filter((letter) => toText(letter).includes("For five days, every attempt")),
    ).toHaveLength(2);
    await work();
    expect(readers()).toHaveLength(4);
  });

  it("is sent at once and only once after a 410, even if a late success arrives", async () => {
    const { id, letters, readers, owners } = await failingEndpoint();
    await tryLater(id, MINUTE_MS, 410);
    const [job] = await readJobs(id);
    expect(job?.runAt.getTime()).toBeLessThanOrEqual(local.clock.now().getTime());
    await local.db.models.webhookEndpoint.update({ where: { id }, data: { failingSince: null } });
    await work();
    expect(readers()).toEqual(owners);
    for (const letter of letters()) expect(toText(letter)).toContain("responded with 410");
    local.clock.advance(2 * HOUR_MS);
    await work();
    expect(readers()).toEqual(owners);
  });

  it("is never sent about an endpoint that a user has paused or removed, or about test orders", async () => {
    const [paused, removed, test] = [
      await failingEndpoint(),
      await failingEndpoint(),
      await failingEndpoint("test"),
    ];
    expect(await readJobs(test.id)).toEqual([]);
    await setEndpointEnabled(hooks.context, paused.scope, { endpointId: paused.id, isEnabled: false });
    await deleteEndpoint(hooks.context, removed.scope, removed.id);
    await tryLater(test.id, 2 * HOUR_MS, 410);
    await work();
    expect([paused, removed, test].flatMap(({ readers }) => readers())).toEqual([]);
  });

  it("is skipped without a mail server", async () => {
    const { id, readers } = await failingEndpoint();
    await tryLater(id, 2 * HOUR_MS);
    await work({ hasMail: false });
    expect(readers()).toEqual([]);
    expect(await readJobs(id)).toMatchObject([
      { lastError: null, isDead: false, finishedAt: expect.any(Date) },
    ]);
  });

  it("is enqueued in the transaction that records the failure", async () => {
    const { shop } = await local.newShop();
    status = 503;
    const { endpoint } = await hooks.add(shop.scope, target.url);
    await runText(
      local.db,
      "CREATE FUNCTION refuse_job() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'on purpose'; END $$",
    );
    await runText(
      local.db,
      "CREATE TRIGGER refuse_job BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION refuse_job()",
    );
    await sendTestEvent(hooks.context, shop.scope, { endpointId: endpoint.id, type: "order.created" });
    await pollUntil(() => hooks.failures.length === 1);
    await runText(local.db, "DROP TRIGGER refuse_job ON jobs");
    expect(String(hooks.failures.pop())).toContain("on purpose");
    expect((await readEndpoint(endpoint.id)).failingSince).toBeNull();
    await local.db.models.webhookDelivery.updateMany({
      where: { endpointId: endpoint.id },
      data: { leasedUntil: null },
    });
    await hooks.hurry(endpoint.id);
    await attempted(endpoint.id);
    expect(await readJobs(endpoint.id)).toMatchObject([{ kind: "watch_endpoint" }]);
  });

  it("is sent once even if a process has lost the job before it finished", async () => {
    const { id, readers, owners } = await failingEndpoint();
    await tryLater(id, 2 * HOUR_MS);
    await makeDue();
    const lost = (await claimJobs(local.db, 100)).jobs.find(({ key }) => key === id);
    await work();
    expect(readers()).toEqual(owners);
    const letters = (await readJobs(id)).filter(({ kind }) => kind === "mail_endpoint");
    if (lost === undefined) throw new Error("The job was not claimed.");
    await finishWithFollowUps(local.db, lost, { kind: "mail_endpoint", keys: letters.map(({ key }) => key) });
    await work();
    expect(readers()).toEqual(owners);
  });

  it("is sent once by another process when the sender is killed, unless it is outdated by then", async () => {
    const now = local.clock.now().toISOString();
    const program = await bundleProgram("testing/mail-sender.ts");
    const words = [...NODE_FLAGS, program, local.databaseUrl, post.url, now];
    const child = spawn(process.execPath, words, { stdio: "ignore" });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    try {
      post.refuse(Number.POSITIVE_INFINITY);
      // One after the other: while one is waited for, the other's next attempt could come by itself.
      const turnedOff = async () => {
        const endpoint = await failingEndpoint();
        await tryLater(endpoint.id, MINUTE_MS, 410);
        await makeDue();
        await pollUntil(async () => {
          const jobs = await readJobs(endpoint.id);
          return (
            jobs.filter(({ kind, lastError }) => kind === "mail_endpoint" && lastError !== null).length === 2
          );
        });
        return endpoint;
      };
      const [told, mended] = [await turnedOff(), await turnedOff()];
      child.kill("SIGKILL");
      await ended;
      post.refuse(0);
      const [first = "", second] = told.owners;
      await local.db.models.user.update({ where: { email: first }, data: { roles: ["dispatcher"] } });
      await setEndpointEnabled(hooks.context, mended.scope, { endpointId: mended.id, isEnabled: true });
      // It is failing again, but not yet for an hour.
      await tryLater(mended.id, MINUTE_MS);
      await work();
      expect([told.readers(), mended.readers()]).toEqual([[second], []]);
    } finally {
      child.kill("SIGKILL");
    }
  });
});
