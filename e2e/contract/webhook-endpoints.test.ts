import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { systemClock } from "@/lib/clock";
import { setEndpointEnabled } from "@/lib/webhooks/update-endpoint";
import { describeOnServer } from "@/testing/adapters";
import { getFields } from "@/testing/api-client";
import { loggedCalls } from "@/testing/request-log";
import { pollUntil } from "@/testing/until";

interface Endpoint {
  readonly endpoint_id: string;
  readonly url: string;
  readonly events: string[];
  readonly description: string;
  readonly status: string;
  readonly secret?: string;
}

interface DeliveryPage {
  readonly deliveries: { delivery_id: string; event: string; status: string; attempts: unknown[] }[];
  readonly next_cursor: string | null;
}

const PATH = "/v1/partner/webhook_endpoints";
// An address that is public but belongs to no host.
const URL_START = "https://[2a0e:ffff::1]/hooks";

describeOnServer("webhook endpoints", (stage) => {
  it("creates an endpoint per URL, returns its secret once and keeps it out of the request log (END-1–3, END-7, END-11)", async () => {
    const { shop, api } = await stage().newShop();
    const [first, second] = await Promise.all([
      api.post<Endpoint>(PATH, { url: URL_START }),
      api.post<Endpoint>(PATH, { url: URL_START }),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 201]);
    const [created, found] = first.status === 201 ? [first.data, second.data] : [second.data, first.data];
    const { secret, ...endpoint } = created;
    expect(secret).toMatch(/^whsec_/);
    expect(found).toEqual(endpoint);
    expect(endpoint).toMatchObject({ url: URL_START, description: "", status: "enabled" });
    expect(endpoint.events).toContain("order.created");
    expect(endpoint.events).not.toContain("driver.location_updated");
    const id = endpoint.endpoint_id;
    const row = await stage().db.models.webhookEndpoint.findFirstOrThrow({ where: { id } });
    expect(row.createdByKeyId).toBe(shop.keyId);
    const rotated = await api.post<{ secret: string }>(`${PATH}/${id}/rotate_secret`);
    expect(rotated.data.secret).not.toBe(secret);
    expect((await api.get(PATH)).data).toEqual({ endpoints: [endpoint] });
    await pollUntil(async () => (await loggedCalls(stage().db, shop)).length >= 4);
    expect(
      JSON.stringify((await loggedCalls(stage().db, shop)).map(({ responseBody }) => responseBody)),
    ).not.toMatch(/whsec_|[A-Za-z0-9+/]{30}/);
  });

  it("refuses what the dashboard refuses and lists every field (END-4, ERR-44)", async () => {
    const { api } = await stage().newShop();
    for (const url of [
      "http://shop.example",
      "https://127.0.0.1",
      "https://u:p@shop.example",
      "ftp://x.example",
      "x",
    ]) {
      const refused = await api.post(PATH, { url, events: ["order.unknown"] });
      expect([url, refused.status, getFields(refused).includes("events.0")]).toEqual([url, 400, true]);
      const alone = await api.post(PATH, { url });
      expect([url, alone.status, getFields(alone)]).toEqual([url, 400, ["url"]]);
      expect(alone.error.message).toMatch(/^url: must /);
    }
    // Problems that need no lookup are listed with the others.
    for (const url of [
      "http://shop.example",
      "https://10.0.0.1",
      "https://localhost",
      "https://u:p@x.example",
    ]) {
      const refused = await api.post(PATH, { url, events: ["nope"], description: "x".repeat(201) });
      expect([url, getFields(refused)]).toEqual([url, ["events.0", "description", "url"]]);
    }
    for (let number = 0; number < 20; number += 1) {
      expect((await api.post(PATH, { url: `${URL_START}/${number}` })).status).toBe(201);
    }
    const refused = await api.post(PATH, { url: `${URL_START}/20` });
    expect([refused.status, refused.error.id]).toEqual([409, "endpoint.too_many"]);
    expect((await api.post(PATH, { url: `${URL_START}/3` })).status).toBe(200);
  });

  it("never gets the URL of another endpoint, and keeps each event once (END-5, END-12)", async () => {
    const { api } = await stage().newShop();
    const urls = [`${URL_START}/one`, `${URL_START}/two`];
    const [one, two] = await Promise.all(urls.map((url) => api.post<Endpoint>(PATH, { url })));
    const path = `${PATH}/${two?.data.endpoint_id}`;
    const refused = await api.send("PATCH", path, { url: urls[0], status: "disabled" });
    expect([refused.status, getFields(refused)]).toEqual([400, ["url"]]);
    expect((await api.get<Endpoint>(path)).data).toMatchObject({ url: urls[1], status: "enabled" });
    expect((await api.send("PATCH", path, { url: urls[1] })).status).toBe(200);
    // Both want the same new URL at once.
    const moves = [one, two].map((endpoint) =>
      api.send("PATCH", `${PATH}/${endpoint?.data.endpoint_id}`, { url: `${URL_START}/new` }),
    );
    expect((await Promise.all(moves)).map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const events = ["order.created", "order.delivered", "order.created"];
    const changed = await api.send<Endpoint>("PATCH", path, { events });
    expect(changed.data.events).toEqual(events.slice(0, 2));
    const created = await api.post<Endpoint>(PATH, { url: `${URL_START}/three`, events });
    expect(created.data.events).toEqual(events.slice(0, 2));
  });

  it("reads, changes and deletes an endpoint, of its account and mode only (END-5, END-6, ERR-41)", async () => {
    const { api } = stage();
    const { data } = await api.post<Endpoint>(PATH, { url: `${URL_START}/own` });
    const path = `${PATH}/${data.endpoint_id}`;
    const change = { events: ["order.delivered"], description: "Till", status: "disabled" };
    expect((await api.send<Endpoint>("PATCH", path, change)).data).toMatchObject(change);
    expect((await api.send<Endpoint>("PATCH", path, { status: "enabled" })).data).toMatchObject({
      ...change,
      url: `${URL_START}/own`,
      status: "enabled",
    });
    const strangers = [(await stage().newShop()).api, (await stage().testMode()).api];
    const texts = new Set<string>();
    for (const stranger of strangers) {
      for (const [method, suffix, body] of [
        ["GET", "", undefined],
        ["PATCH", "", { status: "disabled" }],
        ["DELETE", "", undefined],
        ["POST", "/rotate_secret", undefined],
        ["POST", "/test", undefined],
        ["GET", "/deliveries", undefined],
        ["POST", "/deliveries/1/resend", undefined],
      ] as const) {
        const answer = await stranger.send(method, path + suffix, body);
        expect([method, suffix, answer.status]).toEqual([method, suffix, 404]);
        texts.add(answer.text);
      }
    }
    for (const id of [randomUUID(), "x", "%E0"]) texts.add((await api.get(`${PATH}/${id}`)).text);
    expect((await api.get<Endpoint>(path)).data.status).toBe("enabled");
    expect((await api.send("DELETE", path)).data).toEqual({ endpoint_id: data.endpoint_id });
    texts.add((await api.get(path)).text);
    expect(texts.size).toBe(1);
  });

  it("keeps custom headers, which do not reach another origin (END-5)", async () => {
    const { api, db } = stage();
    const { data } = await api.post<Endpoint>(PATH, { url: `${URL_START}/headers` });
    const where = { id: data.endpoint_id };
    await db.models.webhookEndpoint.updateMany({
      where,
      data: { headerNames: ["X-Own"], headerValues: Buffer.from("v") },
    });
    const path = `${PATH}/${data.endpoint_id}`;
    const moved = await api.send("PATCH", path, { url: "https://[2a0e:ffff::2]/hooks" });
    expect([moved.status, getFields(moved)]).toEqual([400, ["url"]]);
    expect((await api.send("PATCH", path, { url: `${URL_START}/moved` })).status).toBe(200);
    const row = await db.models.webhookEndpoint.findFirstOrThrow({ where });
    expect(row.headerNames).toEqual(["X-Own"]);
  });

  it("tests an endpoint and lists and resends its deliveries by page (END-8–10, ERR-42, ERR-43)", async () => {
    const { shop, api, db } = { ...stage(), ...(await stage().newShop()) };
    const { data } = await api.post<Endpoint>(PATH, { url: `${URL_START}/tested` });
    const path = `${PATH}/${data.endpoint_id}`;
    const sent: string[] = [];
    for (let number = 0; number < 3; number += 1) {
      sent.unshift((await api.post<{ delivery_id: string }>(`${path}/test`)).data.delivery_id);
    }
    const [newest = ""] = sent;
    await db.models.webhookDelivery.updateMany({
      where: { id: BigInt(newest) },
      data: { state: "failed", finishedAt: new Date() },
    });
    const page = (await api.get<DeliveryPage>(`${path}/deliveries?limit=2`)).data;
    const rest = (await api.get<DeliveryPage>(`${path}/deliveries?limit=2&cursor=${page.next_cursor}`)).data;
    const listed = [...page.deliveries, ...rest.deliveries];
    expect(listed.map(({ delivery_id }) => delivery_id)).toEqual(sent);
    expect(listed[0]).toMatchObject({ event: "webhook.test", status: "failed", attempts: [] });
    expect(rest.next_cursor).toBeNull();
    expect(getFields(await api.get(`${path}/deliveries?cursor=x`))).toEqual(["cursor"]);
    expect((await api.post(`${path}/deliveries/${newest}/resend`)).data).toEqual({ delivery_id: newest });
    const again = await api.get<DeliveryPage>(`${path}/deliveries?limit=1`);
    expect(again.data.deliveries[0]?.status).toBe("pending");
    const missing = await api.post(`${path}/deliveries/999999/resend`);
    expect([missing.status, missing.error.id]).toEqual([404, "delivery.not_found"]);
    const off = { endpointId: data.endpoint_id, isEnabled: false };
    await setEndpointEnabled({ db, clock: systemClock }, shop.scope, off);
    for (const suffix of ["/test", `/deliveries/${newest}/resend`]) {
      const refused = await api.post(path + suffix);
      expect([refused.status, refused.error.id]).toEqual([409, "endpoint.disabled"]);
    }
  });
});
