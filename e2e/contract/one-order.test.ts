import { NextIntlClientProvider } from "next-intl";
import { createElement, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOrder } from "@/components/orders/detail/describe-order";
import type { OrderPageView } from "@/components/orders/detail/order-state";
import { useOrderSentence } from "@/components/orders/detail/use-order-sentence";
import { orderProgressLabel } from "@/components/orders/list/order-progress";
import { OrderTime } from "@/components/orders/list/order-time";
import { describeTracking } from "@/components/tracking/describe-tracking";
import { DateTime } from "@/components/ui/date-time";
import { PageZone } from "@/components/ui/page-zone";
import type { AccountScope } from "@/lib/account-scope";
import { updateAccount } from "@/lib/accounts/update-account";
import { isBoardItemScheduled } from "@/lib/console/board";
import { lateSince } from "@/lib/console/exceptions";
import { findConsoleFacts } from "@/lib/console/find-console-facts";
import { getBoard } from "@/lib/console/get-board";
import { markerStatus } from "@/lib/console/overview/account-board";
import { listOrderMarks, readAccountBoard } from "@/lib/console/overview/get-account-board";
import { getOverview } from "@/lib/console/overview/get-overview";
import { recordPosition } from "@/lib/couriers/record-position";
import { cancellationTerms } from "@/lib/orders/cancellation-terms";
import { findDeliveryRecord } from "@/lib/orders/detail/find-delivery-record";
import { dueAt } from "@/lib/orders/due-at";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { startOrder } from "@/lib/orders/fulfillment/start-order";
import { isScheduled } from "@/lib/orders/is-scheduled";
import { exportOrders } from "@/lib/orders/list/export-orders";
import { listOrders } from "@/lib/orders/list/list-orders";
import { searchAnyOrders } from "@/lib/orders/list/list-orders-for-operators";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { type OrderFilter, readFilter } from "@/lib/orders/list/order-filter";
import { suggestOrders } from "@/lib/orders/list/suggest-orders";
import { loadOrder } from "@/lib/orders/load-order";
import type { Point } from "@/lib/point";
import { getTracking } from "@/lib/tracking/get-tracking";
import { findArrivals } from "@/lib/tracking/list-arrivals";
import { promiseArrival } from "@/lib/tracking/promise-arrival";
import { emailJobKey, endpointIssue } from "@/lib/webhooks/endpoint-issue";
import { mailEndpoint } from "@/lib/webhooks/mail-endpoint";
import { MESSAGES } from "@/messages/messages";
import { makeMember } from "@/testing/account-fixture";
import { address, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { type MailReceiver, openMailReceiver, toText as textOfMail } from "@/testing/mail-receiver";
import { type Receiver, startReceiver } from "@/testing/receiver";
import { pollUntil } from "@/testing/until";
import { WebhookSide } from "@/testing/webhook-side";

// Neither the machine's zone nor UTC.
const ZONE = "Europe/Chisinau";
const IN_TOWN = { ...address(47.0226, 28.8328), area: "Chișinău" };
const BUYOUT = 1_500.5;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const AT_DOOR = { ...address(47.0312, 28.8667), area: "Chișinău" };

let local: LocalApi;
let hooks: WebhookSide;
let target: Receiver;
let post: MailReceiver;
beforeAll(async () => {
  local = await openLocalApi();
  hooks = new WebhookSide(local.db, local.databaseUrl, local.clock);
  hooks.start();
  target = await startReceiver((response) => response.writeHead(503).end());
  post = await openMailReceiver();
});
afterAll(async () => {
  await hooks?.stop();
  await target?.close();
  await post?.close();
  await local?.close();
});

/** The sentence on both sheet and page. */
function Sentence({ state, now }: { state: OrderPageView; now: number }) {
  const { title, where, note } = useOrderSentence(state, now);
  return [title, where, note].join(" ");
}

/** Renders a part of the dashboard as the server sends it, for a reader in Britain. */
function toText(element: ReactElement): string {
  const children = createElement(PageZone, { value: ZONE }, element);
  const page = createElement(NextIntlClientProvider, {
    locale: "en-GB",
    messages: MESSAGES.en,
    timeZone: "UTC",
    children,
  });
  return renderToString(page).replace(/<[^>]*>/g, "");
}

/** Opens an account in the zone and brings an order with a buyout on its way to the door. */
async function openOrder() {
  const { db, couriers } = local;
  const { shop, api } = await local.newShop();
  await updateAccount(db, shop.accountId, { timeZone: ZONE });
  const body = orderBody({
    pickup: { address: IN_TOWN, contact: { value: "+37322000001" } },
    dropoffs: [{ address: AT_DOOR, contact: { value: "+37369123456" }, payment_amount: BUYOUT }],
  });
  const { data } = await api.create(body);
  const id = body.external_order_id;
  const courierId = await couriers.lead(shop.scope, id, "assigned");
  const place = (at: Point) =>
    recordPosition(couriers.context, courierId, { ...at, heading: 90, recordedAt: local.clock.now() });
  await place(IN_TOWN);
  await couriers.accept(shop.scope, id, courierId);
  const order = await loadOrder(db, { scope: shop.scope, externalOrderId: id });
  await promiseArrival(couriers.context, String(order?.id));
  await startOrder(couriers.context, shop.scope, id);
  return { shop, data, place, deliver: () => deliverOrder(couriers.context, shop.scope, id) };
}

const readingNow = () => ({ timeZone: ZONE, now: local.clock.now() });

/** The row of the account's only order in a view of the list, and the time it shows. */
async function readList(scope: AccountScope, view: OrderFilter["view"]) {
  const filter = { ...readFilter(() => ""), view };
  const { orders } = await listOrders(local.db, scope, { filter, ...readingNow(), edge: null });
  const [row] = orders;
  if (row === undefined) return null;
  const now = local.clock.now().getTime();
  return {
    row,
    text: toText(
      createElement(OrderTime, { order: { ...row, ownId: null, arrival: null }, timeZone: ZONE, now }),
    ),
  };
}

/** The state that sheet and page show, and their sentence. */
async function readPage(scope: AccountScope, code: string) {
  const { db, clock, runtime } = local;
  const now = clock.now();
  const whole = await findDeliveryRecord(db, { member: { scope: () => scope }, code });
  if (whole === null) throw new Error("The order was not found");
  const state = describeOrder(
    whole,
    {
      arrivals: await findArrivals(runtime, whole.order),
      plan: null,
      messages: [],
      webhooks: { deliveries: [], isCut: false },
      calls: [],
      conduct: null,
      terms: cancellationTerms(whole.order, now),
    },
    { now, publicUrl: "http://localhost" },
  );
  return { state, text: toText(createElement(Sentence, { state, now: now.getTime() })) };
}

async function readTracking(url: string | null) {
  const tracking = await getTracking(local.runtime, url?.split("/").at(-1) ?? "");
  if (tracking.kind !== "open") throw new Error("The tracking link is not open");
  return describeTracking(tracking.view, tracking.place, "en-GB", local.clock.now(), () => "");
}

/** The email to an owner about an endpoint whose deliveries have failed since the order was delivered. */
async function readEmail(accountId: string, endpointId: string): Promise<string> {
  const { db, couriers } = local;
  const find = () => db.models.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
  await pollUntil(async () => (await find()).failingSince !== null);
  const trouble = endpointIssue(await find());
  if (trouble === null) throw new Error("The endpoint has no failure to report");
  const owner = await makeMember(db, accountId, "owner");
  const mail = { url: post.url, from: "mail@example.com" };
  const key = emailJobKey(endpointId, owner.id, trouble);
  await mailEndpoint({ mail, publicUrl: "https://dropline.example" })(couriers.context, key);
  return post.received.map(textOfMail).join("\n");
}

it("an order shows the same time and sum on its list, sheet, page, file and tracking page and in an email", async () => {
  const { db, clock } = local;
  const { shop, data, deliver } = await openOrder();
  const before = await readTracking(data.tracking_url);
  const { endpoint } = await hooks.add(shop.scope, target.url, ["order.delivered"]);
  clock.advance(13 * MINUTE_MS);
  await deliver();

  const list = await readList(shop.scope, "all");
  const page = await readPage(shop.scope, data.order_code);
  const moment = toText(createElement(DateTime, { at: list?.row.endedAt ?? "", short: true }));
  const tracked = await readTracking(data.tracking_url);
  let file = "";
  const filter = { ...readFilter(() => ""), view: "all" as const };
  for await (const piece of exportOrders(db, shop.scope, {
    filter,
    format: csvFormat("en"),
    ...readingNow(),
  }))
    file += piece;
  const [names = [], cells = []] = file.split("\r\n").map((line) => line.split(","));
  const cell = (name: string) => cells[names.indexOf(name)];

  const [day = "", time = ""] = cell(`delivered_at (${ZONE})`)?.slice(0, 16).split(" ") ?? [];
  expect(time).toMatch(/^\d\d:\d\d$/);
  expect(list?.text).toBe(time);
  expect(page.text).toContain(time);
  expect(moment.endsWith(time)).toBe(true);
  expect(tracked.steps.at(-1)?.time).toBe(time);
  expect(await readEmail(shop.accountId, endpoint.id)).toContain(`since ${day} ${time} (${ZONE})`);

  expect(page.state.total).toBe(data.total);
  expect(cell("total")).toBe(data.total?.toFixed(2));
  expect(page.state.stops[1]?.dropoff?.buyout?.rubles).toBe(BUYOUT);
  expect(before.buyout).toContain("₽1,500.50");
  expect((await getOverview(local.runtime, shop.scope, ZONE)).today).toMatchObject({
    delivered: 1,
    onTime: 1,
  });
});

it("an order becomes late on list, sheet, page, overview and console at one instant, and stays late when delivered", async () => {
  const { clock, runtime } = local;
  const { shop, data, place, deliver } = await openOrder();
  const due = (await readPage(shop.scope, data.order_code)).state.dueAt;
  const read = async () => {
    const now = clock.now().getTime();
    const list = await readList(shop.scope, "all");
    const page = await readPage(shop.scope, data.order_code);
    const overview = await getOverview(runtime, shop.scope, ZONE);
    const troubled = overview.troubled.filter(({ troubles }) => troubles.includes("late"));
    const watched = (await getBoard(runtime, "live")).orders.find(({ code }) => code === data.order_code);
    if (list === null || watched === undefined) throw new Error("The order is not listed.");
    return {
      dues: [list.row.dueAt, page.state.dueAt, watched.promisedUntil],
      isLate: [
        orderProgressLabel(list.row, now) === "late",
        (await readList(shop.scope, "late")) !== null,
        /Running late/.test(page.text),
        troubled.map(({ order }) => dueAt(order).toISOString()).join() === due,
        lateSince(watched, now) !== null,
      ],
      list: list.text,
      page: page.text,
    };
  };
  clock.advance(Date.parse(due) - MINUTE_MS - clock.now().getTime());
  // A courier at the door is not expected to be late.
  await place(AT_DOOR);
  expect(await read()).toMatchObject({ dues: [due, due, due], isLate: Array(5).fill(false) });
  clock.advance(7 * MINUTE_MS);
  await place(AT_DOOR);
  const late = await read();
  expect(late).toMatchObject({ dues: [due, due, due], isLate: Array(5).fill(true) });
  expect(late.list).toMatch(/^\d\d:\d\d$/);
  expect(late.page).toContain(`Expected by ${late.list}.`);

  await deliver();
  const { today } = await getOverview(runtime, shop.scope, ZONE);
  expect(today).toMatchObject({ delivered: 1, onTime: 0 });
});

it("an order is scheduled in list, page, search, map, overview and console until its search starts", async () => {
  const { clock, db, runtime } = local;
  const { shop, api } = await local.newShop();
  const body = orderBody({ delivery_time: new Date(clock.now().getTime() + 10 * HOUR_MS).toISOString() });
  const { order_code: code } = (await api.create(body)).data;
  const read = async () => {
    const now = clock.now();
    const list = await readList(shop.scope, "all");
    const page = await readPage(shop.scope, code);
    const [found] = await suggestOrders(db, shop, code, now);
    const [hit] = await searchAnyOrders(db, "live", code, now);
    const { board } = await readAccountBoard(runtime, shop.scope);
    const marks = await listOrderMarks(runtime, shop.scope);
    const watched = (await getBoard(runtime, "live")).orders.find((order) => order.code === code);
    const facts = await findConsoleFacts(runtime, code);
    const [item] = board.orders;
    if (list === null || item === undefined || watched === undefined || facts === null)
      throw new Error("The order is not listed.");
    const { row } = list;
    return {
      label: orderProgressLabel(row, now.getTime()),
      isScheduled: [
        isScheduled({ ...page.state, hasCourier: page.state.driver !== null }, now.getTime()),
        found?.isScheduled,
        hit?.isScheduled,
        isBoardItemScheduled(item, now.getTime()),
        isBoardItemScheduled(watched, now.getTime()),
        isScheduled(facts, now.getTime()),
        (await readList(shop.scope, "searching")) === null,
        !/Looking for a courier/.test(page.text),
      ],
      tones: [markerStatus(item, now.getTime()), marks[0]?.[3]],
      counts: board.counts,
    };
  };
  const { dispatchAt } = (await readPage(shop.scope, code)).state;
  const untilSearch = Date.parse(dispatchAt) - clock.now().getTime();
  clock.advance(untilSearch - 1);
  expect(await read()).toMatchObject({
    label: "scheduled",
    isScheduled: Array(8).fill(true),
    tones: ["normal", "normal"],
    counts: { searching: 0, scheduled: 1 },
  });
  clock.advance(1);
  expect(await read()).toMatchObject({
    label: "searching",
    isScheduled: Array(8).fill(false),
    tones: ["new", "new"],
    counts: { searching: 1, scheduled: 0 },
  });
});
