import { expect, it } from "vitest";
import { approveAccount, rejectAccount } from "@/lib/accounts/approve-account";
import { forgetKeysOfAccounts } from "@/lib/accounts/find-key";
import { restrictNetworks } from "@/lib/accounts/restrict-networks";
import { revokeKey } from "@/lib/accounts/revoke-key";
import { updateAccount } from "@/lib/accounts/update-account";
import { describeOnBothServers } from "@/testing/adapters";
import { newId, orderBody } from "@/testing/api-client";
import { expectFinalJournal } from "@/testing/final-journal";
import { openLocalApi } from "@/testing/local-api";
import { loggedCalls } from "@/testing/request-log";
import { addKey } from "@/testing/shop";

describeOnBothServers("keys", (stage) => {
  it("ping confirms that the key works and reports its account (PING-1, ACC-1–2, AUTH-2)", async () => {
    const { status, data } = await stage().api.get("/v1/partner/ping");
    expect(status).toBe(200);
    expect(data).toEqual({
      ok: true,
      account: { id: stage().shop.accountId, email: expect.stringContaining("@example.com") },
      scopes: ["orders:write"],
      rate_limit_per_minute: null,
      data_epoch: expect.stringMatching(/^\d+$/),
      data_until: null,
    });
  });

  it("a missing or malformed key returns 401 (AUTH-1, AUTH-4, AUTH-10)", async () => {
    const cases: [string | null, string][] = [
      [null, "auth.key_missing"],
      ["", "auth.key_missing"],
      ["Bearer", "auth.key_malformed"],
      ["Basic dXNlcjpwYXNz", "auth.key_malformed"],
      [`Bearer ${stage().shop.key.toLowerCase()}`, "auth.key_malformed"],
      [`Bearer ${stage().shop.key.slice(0, -1)}`, "auth.key_malformed"],
      [`Bearer ${stage().shop.key}, Bearer ${stage().shop.key}`, "auth.key_malformed"],
      [`Bearer ${"x".repeat(10_000)}`, "auth.key_malformed"],
    ];
    for (const [header, id] of cases) {
      const answer = await stage()
        .client(null)
        .send("GET", "/v1/partner/ping", undefined, header === null ? {} : { Authorization: header });
      expect([header, answer.status, answer.error.id]).toEqual([header, 401, id]);
      const error = /^Bearer ./.test(header ?? "") ? ', error="invalid_token"' : "";
      expect([header, answer.headers.get("www-authenticate")]).toEqual([
        header,
        `Bearer realm="Dropline"${error}`,
      ]);
    }
    const inQuery = await stage().client(null).get(`/v1/partner/ping?key=${stage().shop.key}`);
    expect(inQuery.error.id).toBe("auth.key_missing");
    expect(inQuery.headers.get("www-authenticate")).toBe('Bearer realm="Dropline"');
  });

  it("the scheme Bearer is case-insensitive (AUTH-1)", async () => {
    for (const scheme of ["bearer", "BEARER", "bEaReR "]) {
      const headers = { Authorization: `${scheme} ${stage().shop.key}` };
      const answer = await stage().client(null).send("GET", "/v1/partner/ping", undefined, headers);
      expect([scheme, answer.status, answer.headers.get("www-authenticate")]).toEqual([scheme, 200, null]);
    }
  });

  it("a well-formed key that does not exist is rejected (AUTH-4)", async () => {
    const { generateKey } = await import("@/lib/accounts/key");
    const answer = await stage().client(generateKey("live")).get("/v1/partner/ping");
    expect([answer.status, answer.error.id, answer.error.code]).toEqual([
      401,
      "auth.key_invalid",
      "KEY_INVALID",
    ]);
  });

  it("a revoked key, a disabled account and an owner who is no longer a customer are rejected within a second (AUTH-4, AUTH-5)", async () => {
    const { shop, api } = await stage().newShop();
    const { db } = stage();
    const ping = async () => {
      const answer = await api.get("/v1/delivery/ping");
      return answer.status === 200 ? 200 : [answer.status, answer.error.id];
    };
    const second = () => new Promise((settle) => setTimeout(settle, 1_000));
    expect(await ping()).toBe(200);
    await updateAccount(db, shop.accountId, { disabledAt: new Date() });
    await second();
    expect(await ping()).toEqual([401, "auth.account_disabled"]);
    await updateAccount(db, shop.accountId, { disabledAt: null, isCustomer: false });
    await second();
    expect(await ping()).toEqual([401, "auth.ordering_not_allowed"]);
    await updateAccount(db, shop.accountId, { isCustomer: true });
    await second();
    expect(await ping()).toBe(200);
    await revokeKey(db, shop.keyId, new Date());
    await second();
    expect(await ping()).toEqual([401, "auth.key_revoked"]);
    const successor = await addKey(db, shop.accountId, "live");
    expect((await stage().client(successor.key).get("/v1/delivery/ping")).status).toBe(200);
  });

  it("a waiting account has test mode, an approved one both, and a rejected one none (AUTH-12, ERR-45–46)", async () => {
    const { db } = stage();
    const { shop, api: live } = await stage().newShop();
    const test = stage().client((await addKey(db, shop.accountId, "test")).key);
    const statuses = async () => {
      const answers = await Promise.all([live.get("/v1/partner/ping"), test.get("/v1/partner/ping")]);
      return answers.map(({ status, error }) => (status === 200 ? 200 : error.id));
    };
    const become = (expected: unknown[]) => expect.poll(statuses, { interval: 50 }).toEqual(expected);
    const wait = { isCustomer: false, approval: "waiting", rejectionReason: null } as const;
    await db.models.account.update({ where: { id: shop.accountId }, data: wait });
    await become(["auth.account_waiting", 200]);
    expect((await test.create(orderBody())).status).toBe(201);
    const refused = await live.create(orderBody());
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer realm="Dropline", error="invalid_token"',
    ]);
    expect(refused.error.message).toContain("has not approved this account yet");
    await approveAccount({ db }, { accountId: shop.accountId, seen: "waiting" });
    await become([200, 200]);
    expect((await live.create(orderBody())).status).toBe(201);
    await db.models.account.update({ where: { id: shop.accountId }, data: wait });
    await rejectAccount({ db }, { accountId: shop.accountId, reason: "No" });
    await become(["auth.account_rejected", "auth.account_rejected"]);
    await approveAccount({ db }, { accountId: shop.accountId, seen: "rejected" });
    await become([200, 200]);
    await updateAccount(db, shop.accountId, { isCustomer: false });
    await become(["auth.ordering_not_allowed", "auth.ordering_not_allowed"]);
  });

  it("a key works only from the networks of both the key and its account, and a refusal is logged with its address (AUTH-11, ERR-40)", async () => {
    if (stage().adapter === "next") return;
    const { db } = stage();
    const { shop, api } = await stage().newShop();
    const get = async () => {
      const { status, error } = await api.get("/v1/partner/ping");
      return status === 200 ? 200 : [status, error.id];
    };
    const restrict = (keyId: string | null, networks: string[]) =>
      restrictNetworks(db, shop, { keyId, networks });
    const becomes = async (expected: unknown) => await expect.poll(get, { interval: 50 }).toEqual(expected);
    const refused = [401, "auth.network_not_allowed"];
    expect(await get()).toBe(200);
    await restrict(shop.keyId, ["198.51.100.0/24", "2001:db8::/32"]);
    await becomes(refused);
    const headers = { "X-Forwarded-For": "198.51.100.7", "X-Dropline-Client-Ip": "198.51.100.7" };
    expect((await api.send("GET", "/v1/partner/ping", undefined, headers)).status).toBe(401);
    await restrict(shop.keyId, ["127.0.0.0/8"]);
    await becomes(200);
    await restrict(null, ["198.51.100.0/24"]);
    await becomes(refused);
    await restrict(null, []);
    await becomes(200);
    await expect
      .poll(
        async () =>
          (await loggedCalls(db, shop)).find(({ errorId }) => errorId === refused[1])?.clientAddress,
        { interval: 100 },
      )
      .toBe("127.0.0.1");
  });

  it("the key is checked before anything else about the request (ERR-8)", async () => {
    const stranger = stage().client(null);
    for (const [method, path, body] of [
      ["POST", "/v1/partner/orders", "{"],
      ["POST", "/v1/partner/quotes", {}],
      ["GET", "/v1/partner/orders?limit=0", undefined],
      ["PATCH", `/v1/delivery/orders/${newId()}`, { comment: 1 }],
      ["GET", "/v1/partner/orders/%E0%A4%A", undefined],
    ] as const) {
      expect((await stranger.send(method, path, body)).status).toBe(401);
    }
  });

  it("no operation sees an order of another account or mode than the key's (AUTH-3, AUTH-9, LIST-3)", async () => {
    const body = orderBody();
    const { data: original } = await stage().api.create(body);
    const strangers = [await stage().newShop(), await stage().testMode()];
    const path = `/v1/partner/orders/${body.external_order_id}`;
    for (const { api } of strangers) {
      for (const [method, suffix, payload] of [
        ["GET", "", undefined],
        ["PUT", "", body],
        ["PATCH", "", { comment: "x" }],
        ["POST", "/cancel", {}],
        ["POST", "/tracking_link", undefined],
      ] as const) {
        expect((await api.send(method, path + suffix, payload)).status).toBe(404);
      }
      const list = await api.get<{ orders: unknown[] }>("/v1/partner/orders?limit=100");
      expect(list.data.orders).toEqual([]);
      await expectFinalJournal(stage().db);
      const events = await api.get<{ events: unknown[] }>("/v1/partner/events?limit=100");
      expect(events.data.events).toEqual([]);
    }
    for (const { api } of strangers) {
      const own = await api.create(body);
      expect(own.status).toBe(201);
      expect(own.data.order_code).not.toBe(original.order_code);
      await api.post(`${path}/cancel`);
    }
    expect((await stage().api.get(path)).data.status).toBe("new");
  });

  it("the last use of a key is stored", async () => {
    const { shop, api } = await stage().newShop();
    await api.get("/v1/partner/ping");
    await expect
      .poll(
        async () =>
          (await stage().db.models.apiKey.findUniqueOrThrow({ where: { id: shop.keyId } })).lastUsedAt,
        { interval: 500 },
      )
      .not.toBeNull();
  });
});

it("the 401 of an account that waits or was rejected names the operators' contact, no other does (AUTH-12)", async () => {
  const local = await openLocalApi(undefined, { supportEmail: "help@example.com" });
  const { shop, api } = await local.newShop();
  const messageFor = async (data: {
    approval: "waiting" | "rejected" | null;
    rejectionReason: string | null;
  }) => {
    await local.db.models.account.update({
      where: { id: shop.accountId },
      data: { isCustomer: false, ...data },
    });
    forgetKeysOfAccounts(local.db);
    return (await api.get("/v1/partner/ping")).error.message;
  };
  expect([
    await messageFor({ approval: "waiting", rejectionReason: null }),
    await messageFor({ approval: "rejected", rejectionReason: "No" }),
    await messageFor({ approval: null, rejectionReason: null }),
  ]).toEqual([
    "An operator has not approved this account yet. Until then, only its test keys work. Contact: help@example.com",
    "The operators did not approve this account. Contact: help@example.com",
    "This account is no longer allowed to create orders. Contact support.",
  ]);
  await local.close();
});
