import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AllOrdersTable, type OperatorListRow } from "@/components/console/orders/all-orders-table";
import type { BulkActions } from "@/components/console/orders/bulk-buttons";
import { OpenOrders } from "@/components/console/orders/open-orders";
import type { BulkActionResult } from "@/components/console/orders/order-outcomes";
import { type FormAction, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import type { ConsoleBoard } from "@/lib/console/console-board";
import type { WatchedItem } from "@/lib/console/exceptions";
import type { OperatorPlan } from "@/lib/console/operator-plan";
import type { Locale } from "@/lib/locale/locale";
import {
  clickButton,
  getField,
  openDialog,
  openService,
  renderWithProviders,
  setField,
} from "@/testing/render";
import { makeTrackedOrder } from "@/testing/tracked-order";

const NOON = Date.parse("2026-11-21T12:00:00Z");
const at = (minutes: number) => new Date(NOON + minutes * 60_000).toISOString();
/** In the time zone of the machine that runs the test. */
const clock = (minutes: number) =>
  new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" }).format(NOON + minutes * 60_000);

const CODES = ["AAAA-1111", "BBBB-2222", "CCCC-3333", "DDDD-4444"] as const;
const stop = { latitude: 47, longitude: 28.8, building: "7", isDone: false };

const open = (code: string, change: Partial<WatchedItem> = {}): WatchedItem =>
  makeTrackedOrder({
    code,
    waitingSince: at(-6),
    promisedUntil: at(40),
    arrival: { from: at(5), to: at(20) },
    stops: [
      { ...stop, street: "First" },
      { ...stop, street: "Second" },
    ],
    ...change,
  });

const courier = (id: string, name: string, orderCode: string | null) => ({
  id,
  name,
  transport: "car" as const,
  isOnShift: true,
  breakSince: null,
  isSimulated: false,
  orderCode,
  position: null,
  planned: [],
});

const board = (orders: readonly WatchedItem[], orderCount = orders.length): ConsoleBoard => ({
  couriers: [courier("yulia", "Yulia Sokolova", null), courier("anna", "Anna Petrova", CODES[0])],
  orders,
  marks: [],
  orderCount,
  onShiftCount: 2,
  replyCount: 0,
  endpoints: [],
  problems: [],
  quiet: [],
  claims: [],
  handled: { count: 0, latest: [] },
});

let current: ConsoleBoard;
let sent: Record<string, unknown>[];
let outcomes: BulkActionResult[];
let service: { close: () => Promise<void> };

class Silence {
  static readonly CLOSED = 2;
  readonly readyState = 0;
  addEventListener(): void {}
  close(): void {}
}

const take: FormAction<readonly BulkActionResult[]> = async (_, form) => {
  sent.push(Object.fromEntries(form));
  return {
    ...INITIAL_FORM_STATE,
    isDone: true,
    result: outcomes,
    subject: String(form.get("courier") ?? ""),
  };
};
const actions: BulkActions = { assignEach: take, assignTogether: take, cancelEach: take, tellEach: take };

beforeEach(async () => {
  vi.stubGlobal("EventSource", Silence);
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  sent = [];
  service = await openService(() => ({ body: current }));
});
afterEach(async () => {
  vi.useRealTimers();
  await service.close();
});

function openList(orders: readonly WatchedItem[] = CODES.map((code) => open(code)), count?: number) {
  current = board(orders, count);
  return renderWithProviders(<OpenOrders mode="live" initial={current} now={NOON} actions={actions} />);
}

const box = (code: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: `Select ${code}` });
const chosen = () => CODES.filter((code) => box(code).checked);
const toRow = (code: string) => box(code).closest("tr")?.textContent ?? "";

describe("the list of open orders", () => {
  it("shows when each order arrives, its next step, and how many orders are not shown", () => {
    openList(
      [
        open(CODES[0]),
        open(CODES[1], { arrival: null, deliveryTime: at(150), status: "new", courierName: null }),
        open(CODES[2], { arrival: null, answerUntil: at(8) }),
        open(CODES[3], { atDoorSince: at(-4), promisedUntil: at(-10) }),
      ],
      204,
    );
    const output = (code: string) => toRow(code).replace(/\u2060|\s/g, "");
    expect(output(CODES[0])).toContain(`${clock(5).split(" ")[0]}–${clock(20)}`.replace(" ", ""));
    expect(output(CODES[1])).toContain(clock(150).replace(" ", ""));
    expect(toRow(CODES[2])).toContain("Answer by");
    expect(toRow(CODES[3])).toContain("At the door since");
    const late = (code: string) => within(box(code).closest("tr") as HTMLElement).getByText(/–/);
    expect([CODES[0], CODES[3]].map((code) => late(code).className.includes("text-late"))).toEqual([
      false,
      true,
    ]);
    expect(screen.getByText(/200 more open orders are not shown/)).toBeDefined();
  });

  it("keeps its rows in place during a selection, deselects an order that leaves, and selects ranges of visible rows", async () => {
    openList();
    fireEvent.click(box(CODES[2]));
    fireEvent.click(box(CODES[3]));
    current = board([open(CODES[1]), open("EEEE-5555"), open(CODES[0]), open(CODES[3])]);
    await screen.findByRole("checkbox", { name: "Select EEEE-5555" });
    const listed = [...document.querySelectorAll("[data-choose]")].map((one) =>
      one.getAttribute("data-choose"),
    );
    expect(listed).toEqual([CODES[0], CODES[1], CODES[3], "EEEE-5555"]);
    expect(screen.getByText("1 order selected")).toBeDefined();
    fireEvent.click(box(CODES[1]), { shiftKey: true });
    expect(
      [...document.querySelectorAll<HTMLInputElement>("[data-choose]")].map(({ checked }) => checked),
    ).toEqual([false, true, true, false]);
  });

  it("sends exactly the visible orders when all are selected", async () => {
    openList(undefined, 204);
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all" }));
    expect(screen.getByText("4 orders selected")).toBeDefined();
    outcomes = [];
    clickButton("Cancel");
    setField(getField("reason"), "Storm");
    sure("Cancel 4 orders");
    await waitFor(() => expect(sent).toMatchObject([{ codes: CODES.join(",") }]));
  });
});

describe("the selection of orders", () => {
  it("takes one order, a range with Shift or all orders, and can be cleared", () => {
    openList();
    fireEvent.click(box(CODES[0]));
    expect(chosen()).toEqual([CODES[0]]);
    fireEvent.click(box(CODES[2]), { shiftKey: true });
    expect(chosen()).toEqual(CODES.slice(0, 3));
    fireEvent.click(box(CODES[1]));
    expect(chosen()).toEqual([CODES[0], CODES[2]]);
    expect(screen.getByText("2 orders selected")).toBeDefined();
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all" }));
    expect(chosen()).toEqual(CODES);
    clickButton("Clear");
    expect(chosen()).toEqual([]);
    expect(screen.queryByRole("button", { name: "Assign couriers" })).toBeNull();
  });

  it("works with the keyboard alone", async () => {
    openList();
    box(CODES[0]).focus();
    await userEvent.keyboard("{ArrowDown}");
    expect(chosen()).toEqual([]);
    await userEvent.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
    expect(chosen()).toEqual(CODES.slice(1));
    await userEvent.keyboard(" ");
    expect(chosen()).toEqual(CODES.slice(1, 3));
    await userEvent.keyboard("{Escape}");
    expect(chosen()).toEqual([]);
  });
});

const done = (code: string, subject = ""): BulkActionResult => ({ code, refusal: null, subject });
const refused = (code: string, refusal: BulkActionResult["refusal"]): BulkActionResult => ({
  code,
  refusal,
  subject: "",
});
const output = () =>
  within(openDialog())
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
const sure = (name: string) => clickButton(name, openDialog());

describe("a waiting order", () => {
  const wait = (plan: OperatorPlan, change: Partial<WatchedItem> = {}) =>
    open(CODES[0], { status: "new", courierId: null, courierName: null, arrival: null, plan, ...change });
  const show = (order: WatchedItem, locale: Locale) => {
    current = board([order]);
    renderWithProviders(<OpenOrders mode="live" initial={current} now={NOON} actions={actions} />, locale);
    return (document.querySelector("tbody tr")?.textContent ?? "").replace(/\s/g, " ");
  };

  it.each([
    ["en", `${clock(22)}, Yulia Sokolova`],
    ["ru", ":22, Yulia Sokolova"],
  ] as const)("shows in %s which courier is planned and when", (locale, text) => {
    const plan = { courierId: "yulia", courierName: "Yulia Sokolova", arrivesAt: at(22), reason: null };
    expect(show(wait(plan), locale)).toContain(text.replace(/\s/g, " "));
  });

  it.each([
    [
      "no_vehicle",
      "No courier with a suitable vehicle on shift",
      "На смене нет курьера с подходящим транспортом",
    ],
    ["excluded", "Every suitable courier has already declined it", "Все подходящие курьеры уже отказались"],
    ["no_courier", "No courier on shift", "На смене нет курьеров"],
    ["unreachable", "No courier close enough to the pickup", "Рядом с отправителем нет курьеров"],
    [
      "shift_ends",
      "The shifts of suitable couriers end too soon",
      "Смены подходящих курьеров закончатся слишком рано",
    ],
    ["queue_full", "All suitable couriers are busy", "Все подходящие курьеры заняты"],
  ] as const)("shows why no courier is planned: %s", (reason, english, russian) => {
    const order = wait({ courierId: null, reason, since: null }, { isCourierNotFound: true });
    expect(show(order, "en")).toContain(english);
    cleanup();
    expect(show(order, "ru")).toContain(russian);
  });
});

describe("a bulk action on the chosen orders", () => {
  beforeEach(() => {
    openList();
    for (const code of CODES.slice(0, 3)) fireEvent.click(box(code));
  });

  it("reports each result, and asks once for all orders that are too large for a vehicle", async () => {
    outcomes = [
      done(CODES[0], "Yulia Sokolova"),
      refused(CODES[1], "VEHICLE_TOO_SMALL"),
      refused(CODES[2], "COURIER_NOT_FOUND"),
    ];
    clickButton("Assign couriers");
    await screen.findByRole("option", { name: "Yulia Sokolova" });
    expect(screen.queryByRole("option", { name: "Anna Petrova" })).toBeNull();
    sure("Assign couriers");
    await screen.findByText("1 of 3 done");
    expect(output()).toEqual([
      "AAAA-1111Yulia Sokolova",
      "BBBB-2222Too big for the vehicle.",
      "CCCC-3333No free courier on shift.",
    ]);
    outcomes = [done(CODES[1], "Daniil Lisin")];
    sure("Assign 1 order anyway");
    await screen.findByText("2 of 3 done");
    expect(output()[1]).toBe("BBBB-2222Daniil Lisin");
    expect(sent).toEqual([
      { codes: CODES.slice(0, 3).join(","), courier: "" },
      { codes: CODES[1], courier: "", anyway: "on" },
    ]);
  });

  it("puts them on one route, also of a courier who has orders, and shows which do not fit", async () => {
    outcomes = [
      done(CODES[0], "Anna Petrova"),
      refused(CODES[1], "ROUTE_NOT_SHARED"),
      refused(CODES[2], "COURIER_FULL"),
    ];
    clickButton("One route");
    const busy = await screen.findByRole<HTMLOptionElement>("option", { name: /^Anna Petrova, carries/ });
    await userEvent.selectOptions(busy.closest("select") as HTMLSelectElement, busy);
    sure("One route");
    await screen.findByText("1 of 3 done");
    expect(output()).toEqual([
      "AAAA-1111Anna Petrova",
      "BBBB-2222Doesn’t share a route with the others.",
      "CCCC-3333No room left.",
    ]);
    expect(sent).toEqual([{ codes: CODES.slice(0, 3).join(","), courier: busy.value }]);
  });

  it("asks for one cancellation reason, and shows which orders could not be cancelled", async () => {
    outcomes = [done(CODES[0]), done(CODES[1]), refused(CODES[2], "ORDER_NOT_CANCELLABLE")];
    clickButton("Cancel");
    setField(getField("reason"), "Storm");
    sure("Cancel 3 orders");
    await screen.findByText("2 of 3 done");
    expect(output()).toEqual([
      "AAAA-1111Cancelled",
      "BBBB-2222Cancelled",
      "CCCC-3333The order has been delivered and can’t be cancelled.",
    ]);
    expect(sent).toMatchObject([{ codes: CODES.slice(0, 3).join(","), reason: "Storm" }]);
  });

  it("messages their couriers, and keeps the result when the orders leave the list", async () => {
    outcomes = [
      done(CODES[0], "Anna Petrova"),
      done(CODES[1], "Anna Petrova"),
      refused(CODES[2], "COURIER_NOT_FOUND"),
    ];
    clickButton("Message couriers");
    setField(getField("text"), "Wait for the storm to pass");
    sure("Send");
    await screen.findByText("2 of 3 done");
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all", hidden: true }));
    fireEvent.click(screen.getByRole("checkbox", { name: "Select all", hidden: true }));
    expect(chosen()).toEqual([]);
    expect(output()[2]).toBe("CCCC-3333No courier to message.");
    await waitFor(() => expect(sent).toMatchObject([{ text: "Wait for the storm to pass" }]));
  });
});

const order = (code: string, change: Partial<OperatorListRow> = {}): OperatorListRow => ({
  code,
  status: "in_progress",
  externalOrderId: `${code}-shop`,
  accountName: "Polyn Flowers",
  courierName: "Anna Petrova",
  street: "Second",
  building: "7",
  createdAt: new Date(at(-60)),
  deliveryTime: null,
  deliveryWindow: null,
  dispatchAt: new Date(at(-60)),
  changedAt: new Date(at(-30)),
  price: 350,
  isAsked: false,
  arrival: null,
  ...change,
});

it("deselects an order that leaves the list of all orders, and leaves it deselected when it returns", () => {
  const list = (codes: readonly string[]) => (
    <AllOrdersTable mode="live" now={NOON} actions={actions} orders={codes.map((code) => order(code))} />
  );
  const { update } = renderWithProviders(list(CODES));
  for (const code of CODES.slice(0, 2)) fireEvent.click(box(code));
  update(list(CODES.slice(1)));
  expect(screen.getByText("1 order selected")).toBeDefined();
  update(list(CODES));
  expect(chosen()).toEqual([CODES[1]]);
});

it("shows in the list of all orders when each arrives, was due or ended", () => {
  const allOrders = (
    <AllOrdersTable
      mode="live"
      now={NOON}
      actions={actions}
      orders={[
        order(CODES[0], { arrival: { from: at(5), to: at(20) } }),
        order(CODES[1], { deliveryTime: new Date(at(90)), status: "new", courierName: null }),
        order(CODES[2], { status: "delivered", arrival: { from: at(5), to: at(20) } }),
        order(CODES[3], { isAsked: true }),
      ]}
    />
  );
  const { update } = renderWithProviders(allOrders);
  const plain = (code: string) => toRow(code).replace(/\u2060|\s/g, "");
  expect(plain(CODES[0])).toContain(`–${clock(20)}`.replace(" ", ""));
  expect(plain(CODES[1])).toContain(clock(90).replace(" ", ""));
  expect(plain(CODES[2])).toContain(clock(-30).replace(" ", ""));
  expect(plain(CODES[2])).not.toContain("–");
  expect(plain(CODES[3])).toContain("—");
  update(
    <AllOrdersTable
      mode="live"
      now={NOON}
      actions={actions}
      orders={[order(CODES[0], { status: "cancelled", deliveryTime: new Date(at(90)), price: 0 })]}
    />,
  );
  expect(box(CODES[0]).closest("tr")?.cells[6]?.textContent).toBe("—");
  update(allOrders);
  expect(
    within(box(CODES[3]).closest("tr") as HTMLElement)
      .getByRole("img")
      .getAttribute("aria-label"),
  ).toBe("Waits for an answer");
});
