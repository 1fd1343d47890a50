import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "@/lib/accounts/create-account";
import type { EventResource } from "@/lib/orders/event";
import { orderBody } from "@/testing/api-client";
import { expectFinalJournal } from "@/testing/final-journal";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { addKey, HOME } from "@/testing/shop";

const DAY_MS = 24 * 60 * 60_000;

describe("a fresh service", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
  });

  afterAll(() => local?.close());

  it("starts with the contract's tariff and without fees (TAR-16, TAR-17)", async () => {
    const { api } = await local.newShop();
    expect((await api.get("/v1/delivery/pricing")).data).toMatchObject({
      base_price: 290,
      first_threshold_km: 3,
      band_width_km: 2,
      band_step: 60,
      max_threshold_km: 25,
      per_km_over: 28,
      cargo_size_step_fee: 90,
      fees: {
        cancellation_assigned: 0,
        cancellation_arrived: 0,
        waiting_free_minutes: 10,
        waiting_per_minute: 0,
        return_percent: 0,
      },
    });
  });

  it("allows 300 requests a minute per key until an operator changes it (LIM-16)", async () => {
    const account = await createAccount(local.db, {
      email: "new@example.com",
      name: "New",
      home: HOME,
    });
    const { key } = await addKey(local.db, account.id, "live");
    const ping = await local.client(key).get<{ rate_limit_per_minute: number }>("/v1/partner/ping");
    expect(ping.data.rate_limit_per_minute).toBe(300);
    expect(ping.headers.get("ratelimit-policy")).toBe('"default";q=300;w=61');
  });
});

describe("the journal", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
  });

  afterAll(() => local?.close());

  it("keeps thirty days of events (JRN-4)", async () => {
    const { api } = await local.newShop();
    await api.create(orderBody());
    await expectFinalJournal(local.db);
    const notified = async () =>
      (await api.get<{ events: EventResource[] }>("/v1/partner/events")).data.events.length;
    local.clock.advance(30 * DAY_MS - 1);
    expect(await notified()).toBe(1);
    local.clock.advance(2);
    expect(await notified()).toBe(0);
  });
});
