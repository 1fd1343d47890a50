import { expect, it } from "vitest";
import { revokeKey } from "@/lib/accounts/revoke-key";
import { updateAccount } from "@/lib/accounts/update-account";
import { describeOnServer } from "@/testing/adapters";
import { type ApiAnswer, newId, orderBody } from "@/testing/api-client";
import { loggedCalls } from "@/testing/request-log";
import { addKey } from "@/testing/shop";
import { pollUntil } from "@/testing/until";

describeOnServer("the request log", (stage) => {
  /** Returns the log entry of an answer, once it is written. */
  const logged = async (answer: Pick<ApiAnswer<unknown>, "headers">) => {
    const requestId = answer.headers.get("x-request-id") ?? "";
    await expect.poll(() => loggedCalls(stage().db, { requestId }), { interval: 100 }).toHaveLength(1);
    const [row] = await loggedCalls(stage().db, { requestId });
    if (row === undefined) throw new Error("The call is not in the log");
    return row;
  };

  const personal = () =>
    orderBody({
      pickup: {
        address: {
          ...orderBody().pickup.address,
          street: "Secret Street",
          building: "77-secret",
          apartment: 424242,
          intercom: "secret-intercom",
          instructions: "secret instructions",
        },
        contact: { value: "+79161112233", name: "Secretary Ann" },
      },
      comment: "secret comment",
    });
  const SECRETS = /secret|424242|79161112233|59\.9354|30\.3254/i;

  it("stores the request and response of a create without personal data", async () => {
    const body = personal();
    const answer = await stage().api.create(body);
    expect(answer.status).toBe(201);
    const row = await logged(answer);
    expect(row).toMatchObject({
      accountId: stage().shop.accountId,
      keyId: stage().shop.keyId,
      mode: "live",
      method: "POST",
      path: "/v1/partner/orders",
      route: "/v1/partner/orders",
      status: 201,
      errorId: null,
      externalOrderId: body.external_order_id,
    });
    expect(row.durationMs).toBeGreaterThan(0);
    expect(JSON.stringify([row.requestBody, row.responseBody])).not.toMatch(SECRETS);
    expect(JSON.parse(row.requestBody ?? "")).toMatchObject({
      external_order_id: body.external_order_id,
      pickup: { contact: { value: "•••33", name: "S…" }, address: { street: "[13 characters]" } },
      comment: "[14 characters]",
    });
    const token = /\/t\/([\w-]+)/.exec(answer.data.tracking_url ?? "")?.[1];
    expect(token).toBeDefined();
    expect(row.responseBody).not.toContain(token);
    expect(JSON.parse(row.responseBody ?? "")).toMatchObject({
      success: true,
      data: { order_code: answer.data.order_code, price: answer.data.price },
    });
    const replayed = await logged(await stage().api.create(body));
    expect(replayed).toMatchObject({ status: 200, externalOrderId: body.external_order_id });
    expect(await logged(await stage().api.send("HEAD", "/v1/partner/ping"))).toMatchObject({
      method: "HEAD",
    });
  });

  it("stores no value of metadata, and no phone that a list is filtered by (LIST-8)", async () => {
    const { api } = stage();
    const metadata = { area: "Secret Ann", phone: "+79161112233" };
    const created = await logged(await api.create({ ...personal(), metadata }));
    expect(JSON.parse(created.requestBody ?? "").metadata).toBe("[2 keys]");
    for (const query of ["phone=79161112233&limit=1", "phone=79161112233x&metadata[79161112233]=secret"]) {
      const row = await logged(await api.get(`/v1/partner/orders?${query}`));
      expect(JSON.stringify([row.path, row.requestBody, row.responseBody])).not.toMatch(SECRETS);
    }
    expect(JSON.stringify(created.responseBody)).not.toMatch(SECRETS);
  });

  it("stores every rejected call with its error, and none of the rejected values", async () => {
    const { api } = stage();
    const { external_order_id: id, ...rest } = personal();
    const delivered = orderBody();
    await api.create(delivered);
    await stage().couriers.lead(stage().shop.scope, delivered.external_order_id, "delivered");
    const cancel = `/v1/partner/orders/${delivered.external_order_id}/cancel`;
    const answers = {
      invalid: await api.create({ ...rest, external_order_id: id, cargo_size: "XXL" }),
      broken: await api.send("POST", "/v1/delivery/orders", `{"comment":"Secret`),
      missing: await api.get(`/v1/partner/orders/${newId()}%2F%20`),
      late: await api.post(cancel, { comment: "Secret" }),
      large: await api.create(`{"comment":"${"Secret".repeat(60_000)}"}`),
    };

    const invalid = await logged(answers.invalid);
    expect(invalid).toMatchObject({
      status: 400,
      errorId: "validation.partner_payload_invalid",
      externalOrderId: id,
      responseBody: answers.invalid.text,
    });
    expect(invalid.requestBody).not.toMatch(SECRETS);
    expect(await logged(answers.broken)).toMatchObject({
      status: 400,
      requestBody: '"[not JSON, 18 bytes]"',
    });
    const { path, ...missing } = await logged(answers.missing);
    expect(missing).toMatchObject({ status: 404, errorId: "order.not_found", requestBody: null });
    expect([path, missing.externalOrderId]).toEqual([
      expect.stringMatching(/%2F%20$/),
      expect.stringMatching(/\/ $/),
    ]);
    expect(await logged(answers.late)).toMatchObject({
      status: 409,
      errorId: "order.not_cancellable",
      route: "/v1/partner/orders/{external_order_id}/cancel",
      requestBody: '{"comment":"[6 characters]"}',
    });
    expect(await logged(answers.large)).toMatchObject({ status: 413, requestBody: null });
  });

  it("stores rate-limited calls and calls by a revoked key, with that key", async () => {
    const { shop, api } = await stage().newShop();
    await updateAccount(stage().db, shop.accountId, { rateLimitPerMinute: 1 });
    await api.get("/v1/partner/ping");
    const held = await api.create(personal());
    await revokeKey(stage().db, shop.keyId, new Date());
    let refused = await api.get("/v1/partner/ping");
    // Another process is notified within a second.
    await pollUntil(async () => {
      if (refused.status !== 401) refused = await api.get("/v1/partner/ping");
      return refused.status === 401;
    });
    // A call without an account is in no log.
    const anonymous = await stage().client(null).get("/v1/partner/ping");
    const last = await addKey(stage().db, shop.accountId, "test");
    const test = await stage().client(last.key).get("/v1/partner/ping");
    expect([held.status, await logged(held)]).toMatchObject([
      429,
      { status: 429, errorId: "rate_limit.exceeded", requestBody: null, keyId: shop.keyId },
    ]);
    expect(await logged(refused)).toMatchObject({
      status: 401,
      errorId: "auth.key_revoked",
      accountId: shop.accountId,
      keyId: shop.keyId,
    });
    expect(await logged(test)).toMatchObject({ mode: "test" });
    const requestId = anonymous.headers.get("x-request-id") ?? "";
    expect(await loggedCalls(stage().db, { requestId })).toEqual([]);
  });

  it("stores the client's request identifier, and no key wherever the call contains one", async () => {
    const { api, shop } = stage();
    const headers = { "X-Request-Id": `own-${newId()}` };
    const answer = await api.send("GET", `/v1/partner/ping?key=${shop.key}`, undefined, headers);
    const row = await logged(answer);
    expect([row.requestId, row.path]).toEqual([headers["X-Request-Id"], "/v1/partner/ping?key=…"]);
    expect(
      JSON.stringify(row, (_, value) => (typeof value === "bigint" ? String(value) : value)),
    ).not.toContain(shop.key.slice(8));
  });
});
