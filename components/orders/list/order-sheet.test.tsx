import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { OrderPageView, StopState } from "@/components/orders/detail/order-state";
import { OrdersPage } from "@/components/orders/list/orders-page";
import { SHORTCUTS_SETTING } from "@/components/palette/shortcuts";
import type { OrderFilter } from "@/lib/orders/list/order-filter";
import { FakeSource } from "@/testing/fake-source";
import { ALL, ago, NOW, makeOrderListItem as row } from "@/testing/order-list-item";
import { type ActionResult, hasFocus, openService, renderWithProviders } from "@/testing/render";
import { makeTrackedStop } from "@/testing/tracked-stop";

vi.mock("@/components/map/live-map", () => ({ LiveMap: () => null }));

const PATH = "/dashboard/orders";
const CODES = ["AAAA-0003", "AAAA-0002", "AAAA-0001"] as const;

const LEG = {
  distanceMeters: 2_100,
  durationSeconds: 600,
  cargoSize: "S",
  price: 350,
  surcharge: 0,
  line: "",
};
const STOP = makeTrackedStop();
const DROPOFF = {
  ...STOP,
  dropoff: { arrival: null, buyout: null, leg: LEG, metadata: {} },
} as unknown as StopState;

/** The text of the sheet. */
const state = (code: string, recipients = 1) =>
  ({
    code,
    externalOrderId: `order ${code}`,
    mode: "live",
    status: "new",
    isOver: false,
    createdAt: ago(10),
    deliveryTime: null,
    deliveryWindow: null,
    readyAt: null,
    comment: null,
    metadata: {},
    price: 350,
    total: 350,
    charges: [],
    wayBack: null,
    distanceMeters: 2_100,
    durationSeconds: 600,
    driver: null,
    plan: null,
    position: null,
    stops: [STOP, ...Array.from({ length: recipients }, () => DROPOFF)],
    cancellation: null,
    timeline: [],
    isTimelineCut: false,
    resource: { held_reason: null },
    links: Array.from({ length: recipients }, (_, index) => ({
      dropoff: index + 1,
      url: `https://dropline.example/t/${index}`,
      token: String(index),
    })),
    webhooks: [],
    cancellationFee: { amount: 0, reason: "free_until_assigned" },
    cancelEvent: { event: "order.cancelled", created_at: ago(0) },
  }) as unknown as OrderPageView;

let service: Awaited<ReturnType<typeof openService>>;
let answer: (code: string) => ActionResult;

beforeAll(async () => {
  service = await openService(({ url = "" }) => {
    const code = /orders\/([^/]+)\/state/.exec(url)?.[1];
    return code === undefined
      ? { body: { orders: CODES.map((code) => row(code)), newCount: 0 } }
      : answer(code);
  });
  // happy-dom does not know this element yet, and React complains of elements that a browser does not know.
  const { createElement } = document;
  vi.spyOn(document, "createElement").mockImplementation((name: string) => {
    const element = createElement.call(document, name);
    if (name === "search") Object.defineProperty(element, Symbol.toStringTag, { value: "HTMLElement" });
    return element;
  });
});
afterAll(async () => {
  vi.mocked(document.createElement).mockRestore();
  await service?.close();
});
beforeEach(() => {
  answer = (code) => ({ body: state(code) });
  vi.stubGlobal("EventSource", FakeSource);
  window.history.replaceState(null, "", PATH);
});
afterEach(() => {
  localStorage.clear();
});

const page = (selected: string | null = null, filter: Partial<OrderFilter> = {}) => (
  <OrdersPage
    heading={<h1>Orders</h1>}
    page={{ orders: CODES.map((code) => row(code)), isFirst: true, older: null, newer: null }}
    filter={{ ...ALL, ...filter }}
    mode="live"
    timeZone="Europe/Moscow"
    now={NOW}
    unused={null}
    edge={null}
    counts={{ today: 3, moving: 0, searching: 3, scheduled: 0, late: 0, finished: 0 }}
    couriers={[]}
    selected={selected}
    initial={null}
    locale="en"
    styleUrl={null}
    shop={{ name: "Shop", accent: null, glyph: "white", logoUrl: null, contact: { phone: null, url: null } }}
    cancel={async () => null as never}
  />
);
const link = (code: string) => document.querySelector<HTMLElement>(`[data-order="${code}"]`);
const aside = () => document.querySelector("aside");
const sheet = async (code: string) => {
  await waitFor(() => expect(aside()?.getAttribute("aria-label")).toBe(`Order ${code}`));
  return aside() as HTMLElement;
};
const isClosed = () => waitFor(() => expect(aside() === null).toBe(true));
const place = () => window.location.pathname + window.location.search;

it("the order sheet opens, moves between orders and closes by keyboard, and focus returns to the row", async () => {
  const user = userEvent.setup();
  renderWithProviders(page());
  const before = window.history.length;
  await user.keyboard("j");
  await hasFocus(link("AAAA-0003"));
  expect(aside() === null).toBe(true);
  await user.keyboard("{Enter}");
  await sheet("AAAA-0003");
  expect(place()).toBe(`${PATH}?status=all&order=AAAA-0003`);
  for (const [key, code] of [
    ["j", "AAAA-0002"],
    ["{ArrowDown}", "AAAA-0001"],
    // There is no further one.
    ["j", "AAAA-0001"],
    ["{ArrowUp}", "AAAA-0002"],
    ["k", "AAAA-0003"],
    ["k", "AAAA-0003"],
    ["j", "AAAA-0002"],
  ] as const) {
    await user.keyboard(key);
    await sheet(code);
    await hasFocus(link(code));
    expect(place()).toBe(`${PATH}?status=all&order=${code}`);
    expect(link(code)?.getAttribute("aria-current")).toBe("true");
  }
  // However many orders it has shown, one step back closes it.
  expect(window.history.length).toBe(before + 1);
  await user.click(screen.getByRole("button", { name: "Close" }));
  await isClosed();
  await hasFocus(link("AAAA-0002"));
  expect(place()).toBe(`${PATH}?status=all`);
  await user.keyboard("{Enter}");
  await sheet("AAAA-0002");
  await user.keyboard("{Escape}");
  await isClosed();
  await hasFocus(link("AAAA-0002"));
});

it("the order sheet is open after a reload, and follows the URL on going back or forward", async () => {
  window.history.replaceState(null, "", `${PATH}?status=all&order=AAAA-0002`);
  renderWithProviders(page("AAAA-0002"));
  await sheet("AAAA-0002");
  const goTo = (address: string) => {
    window.history.replaceState(null, "", address);
    window.dispatchEvent(new PopStateEvent("popstate"));
  };
  goTo(`${PATH}?status=all`);
  await isClosed();
  goTo(`${PATH}?status=all&order=AAAA-0003`);
  await sheet("AAAA-0003");
});

it("the list ignores single keys that are turned off or typed in a field, and leaves arrow keys to the page", async () => {
  localStorage.setItem(SHORTCUTS_SETTING, "off");
  const user = userEvent.setup();
  const { leave } = renderWithProviders(page());
  await user.keyboard("j{ArrowDown}");
  expect(document.activeElement === document.body).toBe(true);
  leave();
  localStorage.clear();
  renderWithProviders(page());
  const field = screen.getByRole<HTMLInputElement>("searchbox");
  await user.click(field);
  await user.keyboard("jk");
  expect([field.value, document.activeElement === field]).toEqual(["jk", true]);
});

it("a search finds a caller's order with five keys, and two more keys open its sheet", async () => {
  const user = userEvent.setup();
  const { visited, update } = renderWithProviders(page());
  for (const key of ["/", "4", "5", "6", "7"]) await user.keyboard(key);
  await waitFor(() => expect(visited).toEqual([`${PATH}?search=4567`]));
  update(page(null, { search: "4567" }));
  await user.keyboard("{Enter}");
  await hasFocus(link("AAAA-0003"));
  await user.keyboard("{Enter}");
  const shown = within(await sheet("AAAA-0003"));
  await shown.findByRole("heading", { level: 2, name: "Looking for a courier" });
  shown.getByRole("link", { name: "+7 916 123-45-67" });
});

it("the order sheet offers the tracking link, a repeat of the order and its cancellation", async () => {
  const { leave } = renderWithProviders(page("AAAA-0002"));
  const shown = within(await sheet("AAAA-0002"));
  await shown.findByRole("button", { name: "Tracking link" });
  const again = shown.getByRole("link", { name: "Order again" });
  expect(again.getAttribute("href")).toBe("/dashboard/new?again=AAAA-0002");
  shown.getByRole("button", { name: "Cancel order" });
  expect(shown.getByRole("link", { name: "Open the order’s page" }).getAttribute("href")).toBe(
    `${PATH}/AAAA-0002`,
  );
  leave();
  answer = (code) => ({ body: state(code, 2) });
  renderWithProviders(page("AAAA-0002"));
  const all = await within(await sheet("AAAA-0002")).findByRole("link", { name: "Tracking links" });
  expect(all.getAttribute("href")).toBe(`${PATH}/AAAA-0002#links`);
});

it("the order sheet shows an error when an order cannot be loaded", async () => {
  answer = () => ({ status: 404 });
  renderWithProviders(page("ZZZZ-0000"));
  await within(await sheet("ZZZZ-0000")).findByText("The order could not be loaded");
});
