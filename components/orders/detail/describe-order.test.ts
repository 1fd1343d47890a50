import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOrder } from "@/components/orders/detail/describe-order";
import { type Mode, mintScope } from "@/lib/account-scope";
import { updateAccount } from "@/lib/accounts/update-account";
import type { PlannedOrder } from "@/lib/dispatch/planned-order";
import { cancellationTerms } from "@/lib/orders/cancellation-terms";
import { findDeliveryRecord } from "@/lib/orders/detail/find-delivery-record";
import { orderBodyWith } from "@/testing/api-client";
import { execute } from "@/testing/cluster";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

it("describes each stop's outcome, the required proof and the charges", async () => {
  const { shop, api } = await local.newShop();
  await updateAccount(local.db, shop.accountId, { proofPhoto: true, unansweredAction: "leave" });
  const [first, second] = orderBodyWith(2).dropoffs;
  if (first === undefined || second === undefined) throw new Error("The order has fewer than two dropoffs.");
  const body = {
    ...orderBodyWith(2),
    pickup: { ...orderBodyWith(2).pickup, proof: { code: true } },
    dropoffs: [{ ...first, proof: { photo: false, code: true } }, second],
  };
  const { data } = await api.create(body);
  const staff = { accountId: shop.accountId, scope: (mode: Mode) => mintScope(shop.accountId, mode) };
  const arrivesAt = new Date("2026-11-21T12:22:31Z");
  const times = { arrivesAt, collectedAt: arrivesAt, deliveredAt: arrivesAt };
  const planned: PlannedOrder = { orderId: 1n, courierId: "anna", position: 1, reason: null, ...times };
  const read = async (plan: PlannedOrder | null = null) => {
    const whole = await findDeliveryRecord(local.db, { member: staff, code: data.order_code });
    if (whole === null) throw new Error("The created order was not found.");
    const terms = cancellationTerms(whole.order, local.clock.now());
    const beside = {
      arrivals: null,
      plan,
      messages: [],
      webhooks: { deliveries: [], isCut: false },
      calls: [],
      conduct: null,
      terms,
    };
    return describeOrder(whole, beside, { now: local.clock.now(), publicUrl: "https://drop.example" });
  };
  const before = await read();
  expect(before.stops.map(({ asked }) => asked)).toEqual([["photo", "code"], ["code"], ["photo"]]);
  expect(before.stops.map(({ code }) => code)).toEqual([expect.stringMatching(/^\d{6}$/), null, null]);
  expect(before).toMatchObject({ unansweredAction: "leave", wayBack: null, charges: [], isOver: false });
  expect(before.plan).toBeNull();
  // A shop does not see which courier is planned.
  expect((await read(planned)).plan).toEqual({ pickupAt: "2026-11-21T12:25:00.000Z", reason: null });
  expect((await read({ orderId: 1n, courierId: null, reason: "no_vehicle" })).plan).toEqual({
    pickupAt: null,
    reason: "no_vehicle",
  });
  expect(before.cancellationFee).toEqual({ amount: 0, reason: "free_until_assigned" });

  await local.couriers.lead(shop.scope, body.external_order_id, "in_progress");
  const order = `(SELECT id FROM orders WHERE order_code = '${data.order_code}')`;
  await execute(
    local.databaseUrl,
    `UPDATE order_stops SET code_tries = 5 WHERE order_id = ${order} AND position > 0`,
  );
  // The second dropoff asks for no code.
  expect((await read()).stops.map(({ isCodeBlocked }) => isCodeBlocked)).toEqual([false, true, false]);
  await execute(
    local.databaseUrl,
    `UPDATE order_stops SET delivered_at = now(), code_check = 'overridden', code_overridden_by = 'operator-7',
       code_override_reason = 'her phone is dead', signer_name = 'Анна', handed_latitude = latitude + 0.001,
       handed_longitude = longitude WHERE order_id = ${order} AND position = 1`,
    `UPDATE order_stops SET failed_at = now(), failure_code = 'refused', attempts = 1, calls = 2, resolution = 'ask',
       answer_until = '2036-11-21T12:00:00Z' WHERE order_id = ${order} AND position = 2`,
  );
  const { stops, cancellationFee } = await read();
  expect(stops[0]?.completedAt).not.toBeNull();
  expect(stops[1]).toMatchObject({
    isCodeBlocked: false,
    failure: null,
    proof: {
      photos: [],
      signature: null,
      signerName: "Анна",
      code: "overridden",
      overrideReason: "her phone is dead",
      distanceMeters: 111,
    },
  });
  expect(JSON.stringify(stops)).not.toContain("operator-7");
  expect(stops[2]).toMatchObject({
    attempts: 1,
    completedAt: null,
    proof: null,
    failure: { reason: "refused", calls: 2, resolution: "ask", answerUntil: "2036-11-21T12:00:00.000Z" },
  });
  expect(cancellationFee?.reason).toBe("goods_return");

  await execute(
    local.databaseUrl,
    `UPDATE order_stops SET resolution = 'return', answer_until = NULL WHERE order_id = ${order} AND position = 2`,
    `UPDATE orders SET status = 'cancelled', cancel_reason = 'too_late', return_state = 'on_the_way',
       return_started_at = now() WHERE id = ${order}`,
  );
  expect(await read()).toMatchObject({
    isOver: false,
    cancelEvent: null,
    cancellationFee: null,
    wayBack: { state: "on_the_way", returnedAt: null },
  });
});
