import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { FirstSteps } from "@/components/console/overview/first-steps";
import { FirstOrder } from "@/components/orders/list/first-order";
import { OrderList } from "@/components/orders/list/order-list";
import { type ListRow, orderProgressLabel, type PagedList } from "@/components/orders/list/order-progress";
import { Toolbar } from "@/components/orders/list/toolbar";
import { ViewTabs } from "@/components/orders/list/view-tabs";
import { SHORTCUTS_SETTING } from "@/components/palette/shortcuts";
import { type FormAction, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { PermissionsProvider } from "@/components/ui/permissions";
import { listPermissions } from "@/lib/accounts/permissions";
import type { OrderFilter } from "@/lib/orders/list/order-filter";
import { FakeSource } from "@/testing/fake-source";
import { ALL, ago, NOW, makeOrderListItem as order } from "@/testing/order-list-item";
import { PATIENCE_MS } from "@/testing/patience.mjs";
import { type ActionResult, clickButton, openService, renderWithProviders, setField } from "@/testing/render";

const PATH = "/dashboard/orders";
const COURIER = "0c6d2f1e-7f55-4c43-9a55-8d2a8d1e6b77";

beforeAll(() => {
  // happy-dom does not know this element yet, and React complains of elements that a browser does not know.
  const { createElement } = document;
  vi.spyOn(document, "createElement").mockImplementation((name: string) => {
    const element = createElement.call(document, name);
    if (name === "search") Object.defineProperty(element, Symbol.toStringTag, { value: "HTMLElement" });
    return element;
  });
});
afterAll(() => vi.mocked(document.createElement).mockRestore());

describe("the filter", () => {
  const entered = vi.fn();
  const form = (filter: Partial<OrderFilter> = {}, mode: "live" | "test" = "live") => (
    <Toolbar
      filter={{ ...ALL, ...filter }}
      mode={mode}
      timeZone="Asia/Omsk"
      couriers={[{ id: COURIER, name: "Алексей Громов" }]}
      onEnter={entered}
    />
  );
  const search = () => screen.getByRole<HTMLInputElement>("searchbox");
  const day = (name: "From" | "To") => screen.getByLabelText<HTMLInputElement>(name);
  const query = (visited: readonly string[]) =>
    Object.fromEntries(new URL(`http://x${visited.at(-1)}`).searchParams);
  afterEach(() => {
    localStorage.clear();
    entered.mockClear();
  });

  it("navigates to the typed search after a pause in typing, over all days", async () => {
    const { visited } = renderWithProviders(form({ view: "today" }));
    setField(search(), "  ул. м");
    setField(search(), "  ул. марата ");
    await waitFor(() => expect(visited).toHaveLength(1));
    expect(query(visited)).toEqual({ search: "ул. марата" });
  });

  it("navigates to the filled fields, without the empty ones", async () => {
    const { visited } = renderWithProviders(form({ view: "today" }));
    setField(day("To"), "2020-01-01");
    setField(screen.getByLabelText("Courier"), COURIER);
    fireEvent.click(screen.getByLabelText("Only with a problem"));
    clickButton("Show");
    await waitFor(() => expect(query(visited)).toEqual({ to: "2020-01-01", courier: COURIER, problem: "1" }));
    setField(screen.getByLabelText("Status"), "late");
    clickButton("Show");
    await waitFor(() => expect(query(visited)).toMatchObject({ status: "late", courier: COURIER }));
  });

  it("keeps the view and the mode", async () => {
    const { visited } = renderWithProviders(form({ view: "cancelled" }, "test"));
    setField(day("From"), "2020-01-01");
    clickButton("Show");
    await waitFor(() => expect(visited).toEqual([`${PATH}?status=cancelled&from=2020-01-01&mode=test`]));
  });

  it("opens the first order on Enter after the whole text has been searched", async () => {
    const { visited } = renderWithProviders(form({ search: "0123" }));
    search().focus();
    fireEvent.submit(search());
    expect([entered.mock.calls.length, visited]).toEqual([1, []]);
  });

  it("follows the URL when the user goes back or resets it", () => {
    const { update } = renderWithProviders(form({ view: "today" }));
    expect(screen.queryByRole("link", { name: "Reset" })).toBeNull();
    update(form({ view: "all", search: "марата", from: "2026-11-01" }));
    expect([search().value, day("From").value, day("To").value]).toEqual(["марата", "2026-11-01", ""]);
    expect(screen.getByText("Filter").closest("summary")?.textContent).toBe("Filter1");
    expect(screen.getByRole("link", { name: "Reset" }).getAttribute("href")).toBe(PATH);
    update(form({ view: "today" }));
    expect([search().value, day("From").value]).toEqual(["", ""]);
  });

  it("loads the couriers on the way to its fields, and keeps the chosen one", async () => {
    const requests: string[] = [];
    const service = await openService(({ url = "" }) => {
      requests.push(url);
      return {
        body: [
          { id: "other", name: "Ольга" },
          { id: COURIER, name: "Алексей Громов" },
        ],
      };
    });
    renderWithProviders(form({ courier: COURIER }, "test"));
    const field = screen.getByLabelText<HTMLSelectElement>("Courier");
    expect([...field.options].map(({ text }) => text)).toEqual(["Any", "Алексей Громов"]);
    expect(requests).toEqual([]);
    fireEvent.focus(field);
    await waitFor(() =>
      expect([...field.options].map(({ text }) => text)).toEqual(["Any", "Ольга", "Алексей Громов"]),
    );
    expect([field.value, requests]).toEqual([COURIER, [`${PATH}/couriers?courier=${COURIER}&mode=test`]]);
    await service.close();
  });

  it("shows the time zone of its days", () => {
    renderWithProviders(form());
    expect(day("From").title).toContain("Asia/Omsk");
  });

  it("gets the focus by the slash key, and then accepts a typed slash", async () => {
    const user = userEvent.setup();
    renderWithProviders(form({ search: "before" }));
    await user.keyboard("/");
    expect(document.activeElement === search()).toBe(true);
    await user.keyboard("28/1");
    expect(search().value).toBe("28/1");
  });

  it("does not get the focus by the slash key while single keys are turned off", async () => {
    localStorage.setItem(SHORTCUTS_SETTING, "off");
    renderWithProviders(form());
    await userEvent.keyboard("/");
    expect(document.activeElement === search()).toBe(false);
  });

  it("stores the choice of compact rows in this browser", () => {
    const { leave } = renderWithProviders(form());
    expect(screen.getByRole("button", { name: "Compact rows" }).getAttribute("aria-pressed")).toBe("false");
    clickButton("Compact rows");
    leave();
    renderWithProviders(form());
    expect(screen.getByRole("button", { name: "Compact rows" }).getAttribute("aria-pressed")).toBe("true");
  });
});

describe("the views", () => {
  const counts = { today: 42, moving: 5, searching: 2, scheduled: 4, late: 1, finished: 1_000 };
  const tabs = (filter: Partial<OrderFilter>, mode: "live" | "test" = "live") => (
    <ViewTabs filter={{ ...ALL, ...filter }} mode={mode} counts={counts} />
  );
  const links = () =>
    screen
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href"), link.getAttribute("aria-current")]);

  it("keep the search and the days, and show their number of orders and which view is open", () => {
    renderWithProviders(tabs({ view: "moving", search: "1042", from: "2026-11-01" }, "test"));
    const rest = "search=1042&from=2026-11-01&mode=test";
    expect(links()).toEqual([
      ["All today42", `${PATH}?status=today&${rest}`, null],
      ["With a courier5", `${PATH}?status=moving&${rest}`, "page"],
      ["Looking for a courier2", `${PATH}?status=searching&${rest}`, null],
      ["Scheduled4", `${PATH}?status=scheduled&${rest}`, null],
      ["Late1", `${PATH}?status=late&${rest}`, null],
      ["Finished1,000+", `${PATH}?status=finished&${rest}`, null],
    ]);
  });

  it("show a view without its own tab only while it is open", () => {
    renderWithProviders(tabs({ view: "cancelled" }));
    expect(links()).toContainEqual(["Cancelled", `${PATH}?status=cancelled`, "page"]);
    expect(links()).toContainEqual(["All today42", PATH, null]);
  });
});

describe("the state of an order", () => {
  const now = Date.parse("2026-11-21T12:00:00.000Z");
  const before = "2026-11-21T11:59:59.000Z";
  const after = "2026-11-21T12:00:01.000Z";
  it.each([
    ["asked", { status: "in_progress", isAsked: true, dueAt: before }],
    ["held", { status: "new", isHeld: true, dueAt: before }],
    ["late", { status: "new", dueAt: before }],
    ["late", { status: "in_progress", dueAt: before, courierName: "Пётр" }],
    ["in_progress", { status: "in_progress", dueAt: after, courierName: "Пётр" }],
    ["scheduled", { status: "new", dueAt: after, dispatchAt: after }],
    ["searching", { status: "new", dueAt: after, dispatchAt: before }],
    ["planned", { status: "new", dueAt: after, dispatchAt: before, pickupAt: after }],
    ["planned", { status: "assigned", dispatchAt: before, pickupAt: after }],
    ["late", { status: "new", dueAt: before, pickupAt: after }],
    ["assigned", { status: "assigned", courierName: "Пётр" }],
    ["scheduled", { status: "assigned", dispatchAt: after }],
    ["replacing", { status: "assigned" }],
    ["delivered", { status: "delivered" }],
    ["cancelled", { status: "cancelled" }],
  ] as const)("is shown as %s", (standing, change) => {
    const waiting = { dueAt: null, dispatchAt: before, pickupAt: null };
    const plain = { courierName: null, isAsked: false, isHeld: false, ...waiting };
    expect(orderProgressLabel({ ...plain, ...change }, now)).toBe(standing);
  });
});

describe("an account without orders", () => {
  it.each([
    ["owner", ["/dashboard/keys", "/dashboard/new", "/docs"]],
    ["dispatcher", ["/dashboard/new", "/docs"]],
  ] as const)("guides its %s to the first order", (role, paths) => {
    renderWithProviders(
      <PermissionsProvider value={listPermissions({ accountId: "17", roles: [role] })}>
        <FirstOrder mode="live" run={async () => INITIAL_FORM_STATE} />
      </PermissionsProvider>,
    );
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Your orders will appear here");
    const steps = within(screen.getByRole("list")).getAllByRole("link");
    expect(steps.map((link) => link.getAttribute("href"))).toEqual(paths);
    expect(screen.getAllByRole("link", { name: "Place your first order" })).toHaveLength(2);
  });

  it("gets a test order with one press, in test mode and among the first steps", async () => {
    const requested: unknown[] = [];
    const run: FormAction = async (_, form) => {
      requested.push(form.get("scenario"));
      return INITIAL_FORM_STATE;
    };
    const { update } = renderWithProviders(<FirstOrder mode="test" run={run} />);
    clickButton("Place a test order");
    await waitFor(() => expect(requested).toEqual(["happy"]));
    const steps = { key: true, quote: true, order: false, webhook: true };
    update(<FirstSteps steps={steps} mode="live" run={run} />);
    clickButton("Place a test order");
    await waitFor(() => expect(requested).toEqual(["happy", "happy"]));
  });
});

describe("the list", () => {
  const KNOWN = [
    order("AAAA-0003", {
      status: "in_progress",
      courierName: "Алексей Громов",
      heardAt: ago(0),
    }),
    order("AAAA-0002", { handedOver: 1, dropoffs: 2 }),
  ];
  let service: Awaited<ReturnType<typeof openService>>;
  let state: PagedList;
  /** The status of a failed response. */
  let answerWith: ActionResult | null;
  let requested: string[];

  beforeAll(async () => {
    service = await openService(({ url }) => {
      requested.push(String(url));
      return answerWith ?? { body: state };
    });
  });
  afterAll(() => service?.close());
  beforeEach(() => {
    requested = [];
    answerWith = null;
    FakeSource.opened = [];
    vi.stubGlobal("EventSource", FakeSource);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const list = (orders = KNOWN, filter: Partial<OrderFilter> = {}, unused: string | null = null) => (
    <OrderList
      page={{ orders, isFirst: true, older: null, newer: null }}
      filter={{ ...ALL, ...filter }}
      mode="live"
      timeZone="Europe/Moscow"
      now={NOW}
      unused={unused}
      courierName=""
    />
  );
  const parseLink = (code: string) => document.querySelector(`[data-order="${code}"]`);
  const toRow = (code: string) => String(parseLink(code)?.closest("tr")?.textContent);
  const codes = () =>
    [...document.querySelectorAll("[data-order]")].map((link) => link.getAttribute("data-order"));
  const stream = () => FakeSource.opened.at(-1) as FakeSource;
  const tell = (next: PagedList) => act(() => stream().say("state", JSON.stringify(next)));
  const isQuiet = (name: RegExp) => expect(screen.queryByRole("button", { name })).toBeNull();

  it("groups scheduled orders by their days, the next first", () => {
    const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
    const scheduled = (code: string, change: Partial<ListRow>) =>
      order(code, { status: "new", dispatchAt: at(1), dueAt: null, ...change });
    const orders = [
      scheduled("AAAA-0004", { deliveryWindow: { from: at(50), to: at(52) } }),
      scheduled("AAAA-0003", { deliveryTime: at(26) }),
      scheduled("AAAA-0002", {}),
      scheduled("AAAA-0001", { deliveryWindow: { from: at(24), to: at(25) } }),
    ];
    renderWithProviders(list(orders, { view: "scheduled" }));
    expect(codes()).toEqual(["AAAA-0002", "AAAA-0001", "AAAA-0003", "AAAA-0004"]);
    const day = new Intl.DateTimeFormat("en-US", {
      weekday: "long",
      day: "numeric",
      month: "long",
      timeZone: "Europe/Moscow",
    });
    const days = new Set([1, 24, 26, 50].map((hours) => day.format(new Date(at(hours)))));
    expect([...document.querySelectorAll("tbody th")].map((one) => one.textContent)).toEqual([...days]);
  });

  it("shows an order's state, address, recipient, time and price, and links to it", () => {
    const window = { from: "2026-11-21T11:25:00.000Z", to: "2026-11-21T11:35:00.000Z" };
    const orders = [
      order("AAAA-0005", {
        status: "in_progress",
        courierName: "Алексей Громов",
        heardAt: ago(0),
        arrival: window,
      }),
      order("AAAA-0004", { dropoffs: 3 }),
      order("AAAA-0003", { status: "in_progress", courierName: "Ольга", dropoffs: 3, handedOver: 1 }),
      order("AAAA-0002", { dueAt: ago(1), total: 350.5 }),
      order("AAAA-0001", {
        status: "cancelled",
        endedAt: ago(1),
        deliveryTime: ago(-60),
        recipient: null,
        total: 0,
      }),
    ];
    renderWithProviders(list(orders));
    expect(toRow("AAAA-0005")).toContain("Picked up");
    expect(toRow("AAAA-0005")).toContain("улица Марата, 28 · Анна");
    expect(toRow("AAAA-0005")).toContain("Алексей Громовjust now");
    expect(toRow("AAAA-0005").replace(/\s/g, " ").replaceAll("\u2060", "")).toContain("2:25–2:35 PM");
    expect(toRow("AAAA-0005")).toContain("₽350");
    expect(toRow("AAAA-0004")).toContain("Looking for a courier");
    expect(toRow("AAAA-0004")).toContain("+2");
    expect(toRow("AAAA-0004")).toContain("waiting 10 min");
    expect(toRow("AAAA-0003")).toContain("1/3");
    expect(toRow("AAAA-0003")).toContain("not seen yet");
    expect(toRow("AAAA-0002")).toContain("Late");
    expect(toRow("AAAA-0002")).toContain("₽350.50");
    expect(toRow("AAAA-0001")).toContain("Cancelled");
    expect(toRow("AAAA-0001")).not.toContain("₽");
    // A cancelled order arrives at no time.
    expect(parseLink("AAAA-0001")?.closest("tr")?.cells[4]?.textContent).toBe("—");
    expect(parseLink("AAAA-0002")?.getAttribute("href")).toBe(`${PATH}/AAAA-0002`);
  });

  it.each([
    ["en", "Courier at about 3:25 PM"],
    ["ru", "Курьер примерно в 15:25"],
  ] as const)("shows in %s about when a planned courier picks up", (locale, text) => {
    const planned = order("AAAA-0001", { pickupAt: "2026-11-21T12:25:00.000Z" });
    renderWithProviders(list([planned]), locale);
    expect(toRow("AAAA-0001").replace(/\s/g, " ")).toContain(text);
  });

  it("names an order by the shop's own identifier with the code below it", () => {
    renderWithProviders(list([order("AAAA-0002", { ownId: "shop-1042" }), order("AAAA-0001")]));
    const names = ["AAAA-0002", "AAAA-0001"].map((code) => {
      const cell = parseLink(code)?.closest("tr")?.cells[1];
      return [...(cell?.children ?? [])].map(({ tagName, textContent }) => `${tagName} ${textContent}`);
    });
    expect(names).toEqual([["BDI shop-1042", "CODE AAAA-0002"], ["CODE AAAA-0001"]]);
  });

  it("updates an order in place, and loads new orders only on request", async () => {
    const { refreshed } = renderWithProviders(list(KNOWN, { view: "active" }));
    expect(stream().address).toBe(`${PATH}/events?status=active&shown=AAAA-0003%2CAAAA-0002&first=1`);
    const [first, second] = KNOWN as [ListRow, ListRow];
    tell({ orders: [first, { ...second, status: "assigned", courierName: "Ольга" }], newCount: 0 });
    await screen.findByText("Updates live");
    expect(toRow("AAAA-0002")).toContain("Assigned");
    expect(toRow("AAAA-0002")).toContain("Ольгаnot seen yet");
    isQuiet(/new order/);
    tell({ orders: [{ ...first, status: "cancelled" }, second], newCount: 1 });
    await screen.findByRole("button", { name: "1 new order" });
    // The filter no longer matches it, but it stays while it is read.
    expect(toRow("AAAA-0003")).toContain("Cancelled");
    expect(codes()).toEqual(["AAAA-0003", "AAAA-0002"]);
    tell({ orders: KNOWN, newCount: 2 });
    await screen.findByRole("button", { name: "2 new orders" });
    expect(refreshed()).toBe(0);
    clickButton("2 new orders");
    expect(refreshed()).toBe(1);
    tell({ orders: KNOWN, newCount: 100 });
    await screen.findByRole("button", { name: "More than 100 new orders" });
  });

  it("requests its state every five seconds while the stream is refused", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderWithProviders(list());
    tell({ orders: KNOWN, newCount: 0 });
    await screen.findByText("Updates live");
    state = { orders: KNOWN.map((one) => ({ ...one, status: "cancelled" })), newCount: 0 };
    act(() => stream().fail("refused"));
    await screen.findByText("Updates every 5 seconds");
    await vi.waitFor(() => expect(toRow("AAAA-0002")).toContain("Cancelled"), PATIENCE_MS);
    const before = requested.length;
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await vi.waitFor(() => expect(requested.length).toBeGreaterThan(before), PATIENCE_MS);
    expect(requested.at(-1)).toBe(`${PATH}/state?status=all&shown=AAAA-0003%2CAAAA-0002&first=1`);
  });

  it("shows that it may be out of date after the service refuses a request", async () => {
    answerWith = { status: 404 };
    renderWithProviders(list());
    tell({ orders: KNOWN, newCount: 0 });
    await screen.findByText("Updates live");
    act(() => stream().fail("refused"));
    await screen.findByText("No connection. This may be out of date");
    expect(codes()).toEqual(["AAAA-0003", "AAAA-0002"]);
  });

  it("closes its stream after 30 seconds hidden, and catches up when the page is visible again", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderWithProviders(list());
    tell({ orders: KNOWN, newCount: 0 });
    const hide = (isHidden: boolean) => {
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
      act(() => void document.dispatchEvent(new Event("visibilitychange")));
    };
    const first = stream();
    hide(true);
    await act(() => vi.advanceTimersByTimeAsync(29_000));
    expect(first.readyState).not.toBe(FakeSource.CLOSED);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(first.readyState).toBe(FakeSource.CLOSED);
    hide(false);
    expect(stream()).not.toBe(first);
    tell({ orders: KNOWN, newCount: 1 });
    await screen.findByRole("button", { name: "1 new order" });
    screen.getByText("Updates live");
    Reflect.deleteProperty(document, "hidden");
  });

  it("shows the first steps until the account has an order", async () => {
    renderWithProviders(list([], {}, "The first steps"));
    screen.getByText("The first steps");
    tell({ orders: [], newCount: 1 });
    await screen.findByRole("button", { name: "1 new order" });
  });

  it("shows the search that found nothing, and the link that resets it", () => {
    renderWithProviders(
      list([], { view: "cancelled", search: "марата", from: "2026-11-01", to: "2026-11-21" }),
    );
    screen.getByText("No orders match");
    const requested = [...document.querySelectorAll("dl > div")].map(({ textContent }) => textContent);
    expect(requested).toEqual(["View:Cancelled", "Search:марата", "From:Nov 1, 2026", "To:Nov 21, 2026"]);
    expect(screen.getByRole("link", { name: "Reset" }).getAttribute("href")).toBe(PATH);
  });

  it("links to earlier days if today has no orders", () => {
    renderWithProviders(list([], { view: "today" }));
    screen.getByText("No orders yet today");
    expect(screen.getByRole("link", { name: "Earlier days" }).getAttribute("href")).toBe(
      `${PATH}?status=all`,
    );
  });
});
