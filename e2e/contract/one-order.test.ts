import { NextIntlClientProvider } from "next-intl";
import { createElement, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOrder } from "@/components/order/describe-order";
import type { OrderState } from "@/components/order/order-state";
import { useOrderSentence } from "@/components/order/use-saying";
import { OrderTime } from "@/components/orders/order-time";
import { describeTracking } from "@/components/tracking/describe-tracking";
import { Moment } from "@/components/ui/moment";
import { PageZone } from "@/components/ui/page-zone";
import { updateAccount } from "@/lib/accounts/update-account";
import { findCancellationTerms } from "@/lib/orders/cancellation-charges";
import { deliverOrder } from "@/lib/orders/carrying/deliver-order";
import { findWholeOrder } from "@/lib/orders/file/find-whole-order";
import { exportOrders } from "@/lib/orders/list/export-orders";
import { listFilteredOrders } from "@/lib/orders/list/list-filtered-orders";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { readFilter } from "@/lib/orders/list/order-filter";
import { getArrivals } from "@/lib/tracking/get-arrivals";
import { getTracking } from "@/lib/tracking/get-tracking";
import { MESSAGES } from "@/messages/messages";
import { address, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

// Neither the machine's zone nor UTC.
const ZONE = "Europe/Chisinau";
const IN_TOWN = { ...address(47.0226, 28.8328), area: "Chișinău" };
const AT_DOOR = { ...address(47.0312, 28.8667), area: "Chișinău" };

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local.close());

/** The sentence on both sheet and page. */
function Sentence({ state, now }: { state: OrderState; now: number }) {
  const { title, where, note } = useOrderSentence(state, now);
  return [title, where, note].join(" ");
}

/** Renders a part of the dashboard as the server sends it, for a reader in Britain. */
function textOf(element: ReactElement): string {
  const children = createElement(PageZone, { value: ZONE }, element);
  const page = createElement(NextIntlClientProvider, {
    locale: "en-GB",
    messages: MESSAGES.en,
    timeZone: "UTC",
    children,
  });
  return renderToString(page).replace(/<[^>]*>/g, "");
}

it("an order has one time and one sum on list, sheet, page, file and tracking page", async () => {
  const { db, clock, couriers, runtime } = local;
  const { shop, api } = await local.newShop();
  await updateAccount(db, shop.accountId, { timeZone: ZONE });
  const body = orderBody({
    pickup: { address: IN_TOWN, contact: { value: "+37322000001" } },
    dropoffs: [{ address: AT_DOOR, contact: { value: "+37369123456" } }],
  });
  const { data } = await api.create(body);
  await couriers.lead(shop.scope, body.external_order_id, "in_progress");
  clock.advance(13 * 60_000);
  await deliverOrder(couriers.context, shop.scope, body.external_order_id);
  const now = clock.now();

  const reading = { timeZone: ZONE, now };
  const filter = { ...readFilter(() => ""), view: "all" as const };
  const [row] = (await listFilteredOrders(db, shop.scope, { filter, ...reading, edge: null })).orders;
  if (row === undefined) throw new Error("The list is empty.");
  const list = textOf(
    createElement(OrderTime, { order: { ...row, arrival: null }, timeZone: ZONE, now: now.getTime() }),
  );

  const whole = await findWholeOrder(db, { scope: () => shop.scope }, data.order_code);
  if (whole === null) throw new Error("There is no such order.");
  const state = describeOrder(
    whole,
    {
      arrivals: await getArrivals(runtime, whole.order),
      webhooks: { deliveries: [], isCut: false },
      calls: [],
      conduct: null,
      terms: await findCancellationTerms(db, whole.order, now),
    },
    { now, publicUrl: "http://localhost" },
  );
  const page = textOf(createElement(Sentence, { state, now: now.getTime() }));
  const moment = textOf(createElement(Moment, { at: row.endedAt ?? "", short: true }));

  let file = "";
  for await (const piece of exportOrders(db, shop.scope, { filter, format: csvFormat("en"), ...reading }))
    file += piece;
  const [names = [], cells = []] = file.split("\r\n").map((line) => line.split(","));
  const cell = (name: string) => cells[names.indexOf(name)];

  const tracking = await getTracking(runtime, data.tracking_url?.split("/").at(-1) ?? "");
  if (tracking.kind !== "open") throw new Error("The link is dead.");
  const tracked = describeTracking(tracking.view, tracking.place, "en-GB", now, () => "");

  const time = cell(`delivered_at (${ZONE})`)?.slice(11, 16) ?? "";
  expect(time).toMatch(/^\d\d:\d\d$/);
  expect(list).toBe(time);
  expect(page).toContain(time);
  expect(moment.endsWith(time)).toBe(true);
  expect(tracked.steps.at(-1)?.time).toBe(time);

  expect(state.total).toBe(data.total);
  expect(cell("total")).toBe(data.total?.toFixed(2));
});
