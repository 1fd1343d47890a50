import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUser } from "@/lib/accounts/create-user";
import { updateAccount } from "@/lib/accounts/update-account";
import { decodeCursor, encodeCursor } from "@/lib/events/journal";
import { mailRestore } from "@/lib/events/mail-restore";
import { markRestored } from "@/lib/events/mark-restored";
import { releaseQuarantine } from "@/lib/events/release-quarantine";
import { runCall } from "@/scripts/command-line";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { type MailReceiver, openMailReceiver } from "@/testing/mail-receiver";
import { makeClient } from "@/testing/shop";

const UNTIL = new Date("2026-11-26T21:14:03Z");

interface Ping {
  readonly data_epoch: string;
  readonly data_until: string | null;
}

interface Page {
  readonly events: readonly { readonly order: { readonly external_order_id: string } }[];
  readonly next_cursor: string;
}

describe("a restored database", () => {
  let local: LocalApi;
  let mail: MailReceiver;

  beforeAll(async () => {
    [local, mail] = [await openLocalApi(), await openMailReceiver()];
  });
  afterAll(async () => {
    await mail?.close();
    await local?.close();
  });

  it("has a new epoch and the end of its data in ping, and repeated orders are safe (ACC-2–3)", async () => {
    const { api } = await local.newShop();
    const body = orderBody();
    await api.create(body);
    const { data: before } = await api.get<Ping>("/v1/partner/ping");
    expect(before.data_until).toBeNull();

    const epochs = [before.data_epoch];
    for (let restores = 0; restores < 2; restores += 1) {
      await markRestored(local.db, { until: UNTIL });
      const { data } = await api.get<Ping>("/v1/partner/ping");
      expect(data.data_until).toBe(UNTIL.toISOString());
      epochs.push(data.data_epoch);
    }
    expect(new Set(epochs).size).toBe(3);

    expect((await api.create(body)).status).toBe(200);
    expect((await api.create(orderBody())).status).toBe(201);
  });

  it("returns to a client with a cursor of the lost future every later event (JRN-3)", async () => {
    const { shop, api } = await local.newShop();
    await api.create(orderBody());
    const { data: known } = await api.get<Page>("/v1/partner/events");
    const last = decodeCursor(known.next_cursor, shop.scope);
    if (last === null) throw new Error("The cursor is malformed.");
    const lost = encodeCursor({ ...last, transactionId: last.transactionId + 100_000n }, shop.scope);

    await markRestored(local.db, { until: UNTIL });
    const { data: created } = await api.create(orderBody());
    const { data: page } = await api.get<Page>(`/v1/partner/events?after=${lost}`);
    expect(page.events.map(({ order }) => order.external_order_id)).toEqual([created.external_order_id]);
  });

  it("is released once, which enqueues one email to each owner in their language and time zone", async () => {
    const [shop, disabled] = [await makeClient(local.db), await makeClient(local.db)];
    await updateAccount(local.db, disabled.accountId, { disabledAt: new Date() });
    const owners = await Promise.all(
      (
        [
          ["ru", shop],
          ["en", shop],
          ["en", disabled],
        ] as const
      ).map(async ([locale, { accountId }], index) => {
        const email = `owner-${index}@example.com`;
        const { id } = await createUser(local.db, {
          accountId,
          email,
          roles: ["owner"],
          password: "correct horse",
        });
        await local.db.models.user.updateMany({ where: { id }, data: { locale } });
        return id;
      }),
    );
    await local.db.models.job.deleteMany();
    await markRestored(local.db, { until: UNTIL });
    expect(await runCall(["restore", "--release"], local.databaseUrl)).toContain('"quarantined":false');
    await expect(runCall(["restore", "--release"], local.databaseUrl)).rejects.toThrow(/not quarantined/);

    const jobs = await local.db.models.job.findMany({ where: { kind: "mail_restore" } });
    expect(jobs.map(({ key }) => key.split(" ")[1]).sort()).toEqual(owners.slice(0, 2).sort());
    const settings = { mail: { url: mail.url, from: "mail@example.com" }, publicUrl: "https://drop.example" };
    const send = (key: string) => mailRestore(settings)(local.couriers.context, key);
    for (const { key } of jobs) await send(key);
    expect(mail.received.map(({ to }) => to).sort()).toEqual(["owner-0@example.com", "owner-1@example.com"]);
    const texts = mail.received.map(({ raw }) => raw.replaceAll(/=\r?\n/g, ""));
    expect(texts.filter((raw) => raw.includes("2026-11-27 00:14:03 (Europe/Moscow)"))).toHaveLength(2);
    expect(texts.filter((raw) => raw.includes("Dropline was restored from a backup"))).toHaveLength(1);

    await markRestored(local.db, { until: UNTIL });
    await releaseQuarantine(local.db);
    for (const { key } of jobs) await send(key);
    expect(mail.received).toHaveLength(2);
  });
});
