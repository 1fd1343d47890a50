import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkKey } from "@/lib/accounts/check-key";
import { findKey } from "@/lib/accounts/find-key";
import { listAccountKeys } from "@/lib/accounts/list-account-keys";
import { revokeAccountKey } from "@/lib/accounts/revoke-key";
import { rotateKey } from "@/lib/accounts/rotate-key";
import { type Database, openDatabase } from "@/lib/db/client";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { addKey, type Client, makeClient } from "@/testing/shop";
import { makePerson } from "@/testing/sign-in";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const HOUR_MS = 60 * 60_000;
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);

describe("replacing a key", () => {
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

  const replace = (keyId: string, hours: number, lifetimeMs: number | null = null) =>
    rotateKey(db, owner, { keyId, overlapMs: hours * HOUR_MS, lifetimeMs, now: NOW });

  const works = async (key: string, at: Date): Promise<boolean> => {
    const found = await findKey(db, `Bearer ${key}`);
    try {
      checkKey(found, at);
      return true;
    } catch {
      return false;
    }
  };

  it.each([1, 24, 168])(
    "keeps both keys valid for an overlap of %i h, then only the new one (AUTH-8)",
    async (hours) => {
      const { key: old, keyId } = await addKey(db, shop.accountId, "test");
      const { row, key } = await replace(keyId, hours);
      expect(row).toMatchObject({ name: "Test", mode: "test", createdById: owner.userId, expiresAt: null });
      expect([await works(old, NOW), await works(key, NOW)]).toEqual([true, true]);
      const end = later(hours);
      expect(await works(old, new Date(end.getTime() - 1))).toBe(true);
      expect([await works(old, end), await works(key, end)]).toEqual([false, true]);
    },
  );

  it("revokes the old key at once without an overlap, whatever the process clock shows", async () => {
    const { key: old, keyId } = await addKey(db, shop.accountId, "live");
    const { key } = await replace(keyId, 0, 30 * 24 * HOUR_MS);
    expect([await works(old, later(-1)), await works(key, later(719)), await works(key, later(720))]).toEqual(
      [false, true, false],
    );
  });

  it("does not extend the old key's lifetime", async () => {
    const { key: old, keyId } = await addKey(db, shop.accountId, "live");
    await db.models.apiKey.update({ where: { id: keyId }, data: { expiresAt: later(2) } });
    await replace(keyId, 24);
    expect([await works(old, later(1)), await works(old, later(2))]).toEqual([true, false]);
  });

  it("is rejected for an ended or unknown key and creates no key", async () => {
    const [revoked, expired] = [
      await addKey(db, shop.accountId, "live"),
      await addKey(db, shop.accountId, "live"),
    ];
    const { lastFour } = await db.models.apiKey.findUniqueOrThrow({ where: { id: revoked.keyId } });
    await revokeAccountKey(db, owner, { keyId: revoked.keyId, typed: lastFour, at: NOW });
    await db.models.apiKey.update({ where: { id: expired.keyId }, data: { expiresAt: NOW } });
    const before = await db.models.apiKey.count();
    for (const { keyId } of [revoked, expired]) {
      await expect(replace(keyId, 24)).rejects.toMatchObject({ code: "KEY_ENDED" });
    }
    await expect(replace(crypto.randomUUID(), 24)).rejects.toMatchObject({ code: "KEY_NOT_FOUND" });
    expect(await db.models.apiKey.count()).toBe(before);
  });

  it("shows the creator's email in the list of keys of one account and mode", async () => {
    const { shop: other } = { shop: await makeClient(db) };
    const { keyId } = await addKey(db, other.accountId, "live");
    const { id, email } = await makePerson(db, other.accountId, "owner");
    const staff = { accountId: other.accountId, userId: id };
    const { row } = await rotateKey(db, staff, { keyId, overlapMs: HOUR_MS, lifetimeMs: null, now: NOW });
    const listed = await listAccountKeys(db, staff, "live");
    expect(listed.map(({ id: listedId, createdBy }) => [listedId, createdBy])).toEqual(
      expect.arrayContaining([
        [row.id, email],
        [keyId, null],
        [other.keyId, null],
      ]),
    );
    expect(listed).toHaveLength(3);
    expect(await listAccountKeys(db, staff, "test")).toEqual([]);
  });
});
