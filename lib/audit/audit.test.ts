import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acceptInvitation } from "@/lib/accounts/accept-invitation";
import { createKey } from "@/lib/accounts/create-key";
import { generateSecret, hashSecret } from "@/lib/accounts/person-token";
import { revokeKey } from "@/lib/accounts/revoke-key";
import { rotateKey } from "@/lib/accounts/rotate-key";
import { startSession } from "@/lib/accounts/start-session";
import { type AuditAction, type AuditCall, withAudit } from "@/lib/audit/call";
import { chainRecords } from "@/lib/audit/chain-records";
import { deleteAuditDetails, deleteRefusals } from "@/lib/audit/delete-audit-details";
import { type AuditFilter, listRecords as listPage } from "@/lib/audit/list-records";
import { MAX_REFUSALS_PER_HOUR, recordFailedSignIn, recordRefusal } from "@/lib/audit/record-refusal";
import { verifyChains } from "@/lib/audit/verify-chains";
import { systemClock } from "@/lib/clock";
import { type Database, openDatabase } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { createOrder } from "@/lib/orders/create-order";
import { runCall } from "@/scripts/command-line";
import { orderBody } from "@/testing/api-client";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { type Client, CourierSide, makeClient } from "@/testing/shop";
import { makePerson } from "@/testing/sign-in";

const FUTURE = new Date(Date.now() + 60_000);

describe("the audit log", () => {
  let database: TestDatabase;
  let db: Database;
  let shop: Client;
  let owner: { accountId: string; userId: string; email: string };

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 4);
    shop = await makeClient(db);
    const { id, email } = await makePerson(db, shop.accountId, "owner");
    owner = { accountId: shop.accountId, userId: id, email };
  });

  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  const call = (action: AuditAction): AuditCall => ({
    id: randomUUID(),
    action,
    actorType: "user",
    actorId: owner.userId,
    sessionId: null,
    network: "203.0.113.9",
    agent: "Firefox",
    requestId: "r-1",
  });
  const listRecords = (where: object) =>
    db.models.auditRecord.findMany({ where, include: { details: true }, orderBy: { id: "asc" } });

  it("names who revoked a key, and shows secrets as fingerprints", async () => {
    const { db: audited, audit } = withAudit({ db }, call("key.create"));
    const { row, key } = await createKey(audited, {
      accountId: owner.accountId,
      name: "Till 2",
      mode: "live",
    });
    const revocation = withAudit({ db }, call("key.revoke"));
    await revokeKey(revocation.db, row.id, new Date());
    const [created, revoked, ...others] = await listRecords({ objectId: row.id });
    expect(others).toEqual([]);
    expect(created).toMatchObject({ callId: audit.id, action: "key.create", accountId: owner.accountId });
    expect(revoked).toMatchObject({
      action: "key.revoke",
      actorType: "user",
      actorId: owner.userId,
      requestId: "r-1",
      refusal: null,
      details: { network: "203.0.113.9", agent: "Firefox", label: "Till 2" },
    });
    expect(revoked?.details?.changes).toMatchObject([
      { object: "key", before: { revoked_at: null }, after: { revoked_at: expect.any(String) } },
    ]);
    const stored = JSON.stringify([created?.details?.changes, revoked?.details?.changes]);
    expect(stored).toMatch(/"key_hash":"sha256:[0-9a-f]{16}"/);
    expect(stored).not.toContain(Buffer.from(row.keyHash).toString("hex"));
    expect(stored).not.toContain(key);
  });

  it("makes one record of a call that changes several rows, and none of one that is rolled back", async () => {
    const { row } = await createKey(db, { accountId: owner.accountId, name: "Old", mode: "live" });
    const terms = { keyId: row.id, now: new Date(), overlapMs: 0, lifetimeMs: null };
    const rotation = withAudit({ db }, call("key.rotate"));
    await rotateKey(rotation.db, owner, terms);
    const [record, ...others] = await listRecords({ callId: rotation.audit.id });
    expect([record?.objectId, others]).toEqual([row.id, []]);
    expect(record?.details?.changes).toHaveLength(2);
    const failed = withAudit({ db }, call("key.rotate"));
    await expect(rotateKey(failed.db, owner, terms)).rejects.toThrow();
    expect(await listRecords({ callId: failed.audit.id })).toEqual([]);
  });

  it("names changes that no page or command made by what changed", async () => {
    await db.models.account.update({ where: { id: owner.accountId }, data: { disabledAt: new Date() } });
    await db.models.account.update({ where: { id: owner.accountId }, data: { disabledAt: null } });
    const [, ...records] = await listRecords({ objectId: owner.accountId, objectType: "account" });
    expect(records.map(({ action, actorType }) => [action, actorType])).toEqual([
      ["account.change", "system"],
      ["account.disable", "system"],
      ["account.enable", "system"],
    ]);
  });

  it("names who ran a single statement", async () => {
    const { db: audited, audit } = withAudit({ db }, call("user.change"));
    await execute(audited)`UPDATE users SET name = 'Anna' WHERE id = ${owner.userId}::uuid`;
    expect(await listRecords({ callId: audit.id })).toMatchObject([
      { action: "user.change", actorId: owner.userId, details: { label: "Anna" } },
    ]);
  });

  it.each([true, false])(
    "has the reason of an operator's cancellation, and not its event: packed is %s",
    async (isPacked) => {
      await db.models.journal.updateMany({ data: { packsEvents: isPacked } });
      const { context } = new CourierSide(db);
      const { order } = await createOrder(context, shop.scope, { body: orderBody() });
      const { db: audited, audit } = withAudit({ db }, { ...call("order.cancel"), actorType: "operator" });
      const cancellation = { reason: "out_of_stock", comment: "Закончилось" };
      const { externalOrderId } = order;
      await cancelOrder({ ...context, db: audited }, shop.scope, { externalOrderId, ...cancellation });
      const [record, ...others] = await listRecords({ callId: audit.id });
      expect([record?.objectId, others]).toEqual([order.orderCode, []]);
      expect(record?.details?.changes).toEqual([
        {
          object: "order",
          id: order.orderCode,
          label: order.orderCode,
          before: null,
          after: {
            ...{ type: "order.cancelled", mode: "live", cancellation },
            ...{ actor_type: expect.any(String), actor_id: expect.any(String) },
          },
        },
      ]);
    },
  );

  it("makes one record of a user who joins by a link, with the user as the actor", async () => {
    const secret = generateSecret();
    const token = {
      kind: "invitation",
      email: "new@example.com",
      accountId: owner.accountId,
      role: "staff",
    } as const;
    await db.models.personToken.create({
      data: { ...token, tokenHash: hashSecret(secret), createdAt: new Date(), expiresAt: FUTURE },
    });
    const joining = { ...call("user.join"), actorId: null };
    const context = withAudit({ db, clock: systemClock }, joining);
    const user = await acceptInvitation(context, { secret, password: "a long enough phrase" });
    const client = { network: "n", agent: "a", wayIn: "link", locale: "en" } as const;
    expect(await startSession(context, user, client)).not.toBeNull();
    expect(await listRecords({ callId: joining.id })).toMatchObject([
      {
        action: "user.join",
        actorId: user.userId,
        objectType: "user",
        details: { label: "new@example.com" },
      },
    ]);
  });

  it("records a command with its user", async () => {
    const words = ["key", "create", "--account", owner.accountId, "--name", "By command", "--mode", "test"];
    const { id } = JSON.parse(await runCall(words, database.url));
    await runCall(["key", "revoke", "--id", id], database.url);
    const records = await listRecords({ objectId: id });
    const actor = ["command_line", userInfo().username];
    expect(records.map(({ action, actorType, actorId }) => [action, actorType, actorId])).toEqual([
      ["key.create", ...actor],
      ["key.revoke", ...actor],
    ]);
  });

  it("does not record the use of a key", async () => {
    const before = await db.models.auditRecord.count();
    await db.models.apiKey.update({ where: { id: shop.keyId }, data: { lastUsedAt: new Date() } });
    expect(await db.models.auditRecord.count()).toBe(before);
  });

  it("bounds the refusals of each user, action and hour, and deletes them after their time", async () => {
    for (let count = 0; count < MAX_REFUSALS_PER_HOUR + 3; count += 1) {
      await recordRefusal(db, call("key.revoke"), { ...owner, objectId: "k", refusal: "OWNERS_ONLY" });
      await recordFailedSignIn(db, owner.email.toUpperCase(), { network: "n", agent: "a", requestId: null });
    }
    await recordFailedSignIn(db, "nobody@example.com", { network: "n", agent: "a", requestId: null });
    const count = (action: string) =>
      db.models.auditRecord.count({ where: { action, refusal: { not: null } } });
    expect([await count("key.revoke"), await count("session.create")]).toEqual([
      MAX_REFUSALS_PER_HOUR,
      MAX_REFUSALS_PER_HOUR,
    ]);
    expect(await deleteRefusals(db, FUTURE, () => false)).toBe(true);
    expect(await db.models.auditRecord.count({ where: { refusal: { not: null } } })).toBe(0);
  });

  it("chains the records of each account, and stays verifiable after its personal part is erased", async () => {
    const count = await db.models.auditRecord.count();
    expect(await chainRecords(db, FUTURE)).toBe(count);
    expect(await chainRecords(db, FUTURE)).toBe(0);
    expect(await verifyChains(db)).toEqual({ records: count, erased: 0, broken: null });
    await createKey(db, { accountId: owner.accountId, name: "Later", mode: "live" });
    await chainRecords(db, FUTURE);
    const chain = await db.models.auditRecord.findMany({
      where: { accountId: owner.accountId },
      orderBy: { position: "asc" },
    });
    expect(chain.map(({ position }) => Number(position))).toEqual(chain.map((_, index) => index + 1));
    expect(await deleteAuditDetails(db, FUTURE, () => false)).toBe(true);
    expect(await verifyChains(db)).toEqual({ records: count + 1, erased: count + 1, broken: null });
  });

  it("refuses changes to a chained record", async () => {
    for (const statement of [
      () => db.models.auditRecord.updateMany({ data: { actorId: null } }),
      () => db.models.auditRecord.deleteMany(),
      () => execute(db)`TRUNCATE audit_records CASCADE`,
    ]) {
      await expect(statement()).rejects.toThrow("append-only");
    }
  });

  it("finds the first record that was changed, removed or given other details despite the trigger", async () => {
    for (const name of ["A", "B", "C"])
      await createKey(db, { accountId: owner.accountId, name, mode: "live" });
    await chainRecords(db, FUTURE);
    const last = await db.models.auditRecord.findMany({
      where: { accountId: owner.accountId },
      orderBy: { position: "desc" },
      take: 3,
    });
    const [, middle, first] = last;
    if (middle === undefined || first === undefined)
      throw new Error("Three keys left fewer than three records.");
    const tamper = async (work: () => Promise<unknown>, undo: () => Promise<unknown>) => {
      const unguarded = async (change: () => Promise<unknown>) => {
        await execute(db)`ALTER TABLE audit_records DISABLE TRIGGER USER`;
        await change();
        await execute(db)`ALTER TABLE audit_records ENABLE TRIGGER USER`;
      };
      await unguarded(work);
      const { broken } = await verifyChains(db);
      await unguarded(undo);
      return broken;
    };
    const rename = (actorId: string | null) =>
      db.models.auditRecord.updateMany({ where: { id: middle.id }, data: { actorId } });
    expect(
      await tamper(
        () => rename("another"),
        () => rename(middle.actorId),
      ),
    ).toEqual({
      id: String(middle.id),
      accountId: owner.accountId,
      reason: "it was changed",
    });
    const relabel = (label: string) =>
      db.models.auditDetails.updateMany({ where: { recordId: first.id }, data: { label } });
    expect(
      await tamper(
        () => relabel("Z"),
        () => relabel("A"),
      ),
    ).toMatchObject({
      id: String(first.id),
      reason: "its details were changed",
    });
    const { broken, ...intact } = await verifyChains(db);
    expect(broken).toBeNull();
    expect(JSON.parse(await runCall(["audit", "verify"], database.url))).toEqual(intact);
    const removed = await tamper(
      () => db.models.auditRecord.deleteMany({ where: { id: middle.id } }),
      async () => {},
    );
    expect(removed).toMatchObject({ id: String(last[0]?.id), reason: "the record before it is missing" });
    await expect(runCall(["audit", "verify"], database.url)).rejects.toThrow(
      `Audit record ${last[0]?.id} of account ${owner.accountId} is broken`,
    );
  });

  it("is filtered by person, action, object, outcome and time", async () => {
    const { db: audited } = withAudit({ db }, call("key.create"));
    const key = { accountId: owner.accountId, name: "Till 77", mode: "live", createdById: null } as const;
    await createKey(audited, { ...key, expiresAt: null });
    const any = { actor: "", action: "", object: "", isRefused: false, from: null, to: null };
    const find = async (filter: Partial<AuditFilter>, accountId: string | null = owner.accountId) => {
      const { records } = await listPage(db, accountId, { filter: { ...any, ...filter }, before: null });
      return records.filter(({ label }) => label === "Till 77").map(({ action }) => action);
    };
    const all = { actor: owner.email, action: "key", object: "till 7", from: new Date(0), to: FUTURE };
    expect([await find(all), await find(all, null), await find({ actor: owner.userId })]).toEqual(
      Array(3).fill(["key.create"]),
    );
    const others = [{ actor: "nobody" }, { action: "key.revoke" }, { object: "till 8" }, { isRefused: true }];
    for (const filter of [...others, { from: FUTURE }, { to: new Date(0) }]) {
      expect([filter, await find(filter)]).toEqual([filter, []]);
    }
    const oldest = await db.models.auditRecord.findFirst({ orderBy: { id: "asc" } });
    const page = await listPage(db, null, { filter: any, before: oldest?.id ?? 0n });
    expect(page).toEqual({ records: [], hasOlder: false });
  });
});
