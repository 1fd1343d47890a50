import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { checkSecretKey } from "@/lib/webhooks/check-secret-key";
import { countFormerSecrets, replaceSecretKey } from "@/lib/webhooks/replace-secret-key";
import { revealSecret, rotateSecret } from "@/lib/webhooks/rotate-secret";
import { runDeliveries } from "@/lib/webhooks/run-deliveries";
import { decryptSecret, deriveKey, SecretKeyError } from "@/lib/webhooks/secret";
import { readStoredHeaders } from "@/lib/webhooks/stored-headers";
import { deleteEndpoint } from "@/lib/webhooks/update-endpoint";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { makeClient } from "@/testing/shop";
import { pollUntil } from "@/testing/until";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

const other = deriveKey("another text of thirty-two characters");

describe("the encryption key of webhook secrets", () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 4);
  });
  afterEach(async () => {
    await db.models.webhookEndpoint.deleteMany();
    await db.models.secretKeyCheck.deleteMany();
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  const add = async (context = testWebhooks(db)) => {
    const { scope } = await makeClient(db);
    const headers = [{ name: "X-Shop", value: "tea" }];
    const { endpoint, secret } = await addEndpoint(
      context,
      scope,
      "https://8.8.8.8/hook",
      undefined,
      headers,
    );
    return { scope, id: endpoint.id, secret };
  };

  it("is fixed by the first process, before there is any endpoint", async () => {
    await checkSecretKey(db, testWebhooks(db).secretKey);
    await checkSecretKey(db, testWebhooks(db).secretKey);
    await expect(checkSecretKey(db, other)).rejects.toThrow(SecretKeyError);
    await expect(add({ ...testWebhooks(db), secretKey: other })).rejects.toThrow(SecretKeyError);
    // Nothing needs a key yet.
    await checkSecretKey(db, null);
    await add();
    await expect(checkSecretKey(db, null)).rejects.toThrow(SecretKeyError);
  });

  it("is accepted from only one of two processes that start concurrently with different keys", async () => {
    const started = await Promise.allSettled(
      [testWebhooks(db).secretKey, other].map((key) => checkSecretKey(db, key)),
    );
    expect(started.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("is verified by the stored secrets when no check value exists, ignoring deleted endpoints", async () => {
    const { scope, id } = await add();
    await db.models.secretKeyCheck.deleteMany();
    await expect(checkSecretKey(db, other)).rejects.toThrow(/webhook rekey/);
    await deleteEndpoint(testWebhooks(db), scope, id);
    await checkSecretKey(db, other);
    await expect(checkSecretKey(db, testWebhooks(db).secretKey)).rejects.toThrow(SecretKeyError);
  });

  it("is replaced together with all values that it encrypts, or not at all", async () => {
    const former = testWebhooks(db);
    const { scope, id, secret } = await add();
    await rotateSecret(former, scope, id);
    const second = await add();
    const present = { ...former, secretKey: other };
    const keep = { isRemoving: false };
    await expect(replaceSecretKey(present, keep)).rejects.toThrow(/of 2 webhook endpoints/);
    await checkSecretKey(db, former.secretKey);

    const reading = { ...present, secretKey: { ...other, former: former.secretKey } };
    expect(await replaceSecretKey(reading, keep)).toEqual({
      reencrypted: 2,
      removed: [],
    });
    await checkSecretKey(db, other);
    await expect(checkSecretKey(db, former.secretKey)).rejects.toThrow(SecretKeyError);
    const row = await db.models.webhookEndpoint.findUniqueOrThrow({ where: { id } });
    expect(decryptSecret(other, id, row.previousSecret ?? new Uint8Array())).toBe(secret);
    expect(readStoredHeaders(other, id, row)).toEqual({ "X-Shop": "tea" });
    expect(await revealSecret(present, second.scope, second.id)).toBe(second.secret);
    expect(await replaceSecretKey(present, keep)).toEqual({ reencrypted: 0, removed: [] });
  });

  it("is rotated while two processes run that differ in it, and stays readable for both", async () => {
    const old = testWebhooks(db);
    await checkSecretKey(db, old.secretKey);
    const first = await add();
    // Each process knows both keys before the first one encrypts with the new key.
    const before = { ...old, secretKey: { ...old.secretKey, former: other } };
    const after = { ...old, secretKey: { ...other, former: old.secretKey } };
    for (const { secretKey } of [before, after]) await checkSecretKey(db, secretKey);
    const second = await add(after);
    const { secret: rotated } = await rotateSecret(before, second.scope, second.id);
    const expectReadable = async () => {
      for (const context of [before, after]) {
        expect(await revealSecret(context, first.scope, first.id)).toBe(first.secret);
        expect(await revealSecret(context, second.scope, second.id)).toBe(rotated);
      }
    };
    await expectReadable();
    expect(await countFormerSecrets(db, other)).toBe(2);
    await rotateSecret(after, first.scope, first.id);
    expect(await countFormerSecrets(db, other)).toBe(2);

    expect(await replaceSecretKey(after, { isRemoving: false })).toEqual({ reencrypted: 2, removed: [] });
    for (const { secretKey } of [before, after]) await checkSecretKey(db, secretKey);
    expect(await revealSecret(before, second.scope, second.id)).toBe(rotated);
    expect(await countFormerSecrets(db, other)).toBe(0);
    expect(await revealSecret({ ...old, secretKey: other }, second.scope, second.id)).toBe(rotated);
  });

  it("can be replaced without the former key by removing the endpoints", async () => {
    const { id } = await add();
    const present = { ...testWebhooks(db), secretKey: other };
    const dropped = await replaceSecretKey(present, { isRemoving: true });
    expect(dropped).toEqual({ reencrypted: 0, removed: [id] });
    expect(await db.models.webhookEndpoint.findUniqueOrThrow({ where: { id } })).toHaveProperty(
      "deletedAt",
      expect.any(Date),
    );
    await checkSecretKey(db, other);
  });

  it("is reported as wrong only once by a worker, for any number of wake-ups", async () => {
    await checkSecretKey(db, testWebhooks(db).secretKey);
    let tries = 0;
    const counting = new Proxy(db, {
      get: (target, name) => {
        if (name === "run") tries += 1;
        const value = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const failures: unknown[] = [];
    const runner = runDeliveries(
      { ...testWebhooks(counting), secretKey: other },
      { attempt: () => {}, failure: (error) => failures.push(error) },
    );
    await pollUntil(() => {
      runner.wake();
      return tries >= 5;
    });
    await runner.stop();
    expect(failures).toEqual([expect.any(SecretKeyError)]);
  });
});
