import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { FilterForm } from "@/components/orders/filter-form";
import { FirstOrder } from "@/components/orders/first-order";
import { OrderList } from "@/components/orders/order-list";
import { ViewLinks } from "@/components/orders/view-links";
import { SHORTCUTS_SETTING } from "@/components/palette/shortcuts";
import type { ListedOrder } from "@/lib/orders/list/listed-order";
import type { OrderFilter } from "@/lib/orders/list/order-filter";
import type { RefreshedOrders } from "@/lib/orders/list/refresh-orders";
import { FakeSource } from "@/testing/fake-source";
import { fill, openService, press, type Said, show } from "@/testing/render";

const PATH = "/dashboard/orders";
const NOW = Date.now();
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const ALL: OrderFilter = { view: "all", from: "", to: "", search: "" };
const order = (code: string, change: Partial<ListedOrder> = {}): ListedOrder => ({
  code,
  externalOrderId: `order ${code}`,
  status: "new",
  createdAt: ago(10),
  deliveryTime: null,
  price: 350,
  courierName: null,
  heardAt: null,
  dropoffs: 1,
  handedOver: 0,
  isAsked: false,
  destination: "улица Марата, 28",
  ...change,
});

describe("the filter", () => {
  const form = (filter: Partial<OrderFilter> = {}, mode: "live" | "test" = "live") => (
    <FilterForm filter={{ ...ALL, ...filter }} mode={mode} timeZone="Asia/Omsk" />
  );
  const search = () => screen.getByRole<HTMLInputElement>("searchbox");
  const day = (name: "From" | "To") => screen.getByLabelText<HTMLInputElement>(name);
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
  afterEach(() => localStorage.clear());

  it("leads to an address with what was typed, and with nothing that was left empty", async () => {
    const { visited } = show(form());
    fill(search(), "  ул. марата ");
    press("Show");
    await waitFor(() =>
      expect(visited).toEqual([`${PATH}?search=${encodeURIComponent("ул. марата").replaceAll("%20", "+")}`]),
    );
    fill(search(), "");
    fill(day("To"), "2020-01-01");
    press("Show");
    await waitFor(() => expect(visited.at(-1)).toBe(`${PATH}?to=2020-01-01`));
  });

  it("keeps the view and the mode", async () => {
    const { visited } = show(form({ view: "cancelled" }, "test"));
    fill(day("From"), "2020-01-01");
    press("Show");
    await waitFor(() => expect(visited).toEqual([`${PATH}?status=cancelled&from=2020-01-01&mode=test`]));
  });

  it("follows the address when the reader goes back or resets it", () => {
    const { update } = show(form());
    expect(screen.queryByRole("link", { name: "Reset" })).toBeNull();
    fill(search(), "typed");
    fill(day("From"), "2020-01-01");
    update(form({ search: "марата", from: "2026-11-01" }));
    expect([search().value, day("From").value, day("To").value]).toEqual(["марата", "2026-11-01", ""]);
    expect(screen.getByRole("link", { name: "Reset" }).getAttribute("href")).toBe(PATH);
    fill(search(), "typed");
    update(form());
    expect([search().value, day("From").value]).toEqual(["", ""]);
  });

  it("says in which time zone its days are", () => {
    show(form());
    expect(day("From").title).toContain("Asia/Omsk");
  });

  it("is reached by the slash, which is also typed in it", async () => {
    const user = userEvent.setup();
    show(form({ search: "before" }));
    await user.keyboard("/");
    expect(document.activeElement === search()).toBe(true);
    await user.keyboard("28/1");
    expect(search().value).toBe("28/1");
  });

  it("is not reached by it while single keys are turned off", async () => {
    localStorage.setItem(SHORTCUTS_SETTING, "off");
    show(form());
    await userEvent.keyboard("/");
    expect(document.activeElement === search()).toBe(false);
  });
});

describe("the views", () => {
  const links = () =>
    screen
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href"), link.getAttribute("aria-current")]);

  it("keep the search and the days, and say which one is open", () => {
    show(
      <ViewLinks filter={{ ...ALL, view: "in_progress", search: "1042", from: "2026-11-01" }} mode="test" />,
    );
    const rest = "search=1042&from=2026-11-01&mode=test";
    expect(links()).toEqual([
      ["All", `${PATH}?${rest}`, null],
      ["Open", `${PATH}?status=active&${rest}`, null],
      ["No courier", `${PATH}?status=no_courier&${rest}`, null],
      ["Assigned", `${PATH}?status=assigned&${rest}`, null],
      ["On the way", `${PATH}?status=in_progress&${rest}`, "page"],
      ["Delivered", `${PATH}?status=delivered&${rest}`, null],
      ["Cancelled", `${PATH}?status=cancelled&${rest}`, null],
    ]);
  });

  it("name the one of new orders only where it is open", () => {
    show(<ViewLinks filter={{ ...ALL, view: "new" }} mode="live" />);
    expect(links()).toContainEqual(["New", `${PATH}?status=new`, "page"]);
  });
});

describe("an account without orders", () => {
  it.each([
    ["owner", ["/dashboard/keys", "/dashboard/new", "/docs"]],
    ["staff", ["/dashboard/new", "/docs"]],
  ] as const)("leads its %s to the first one", (role, paths) => {
    show(<FirstOrder mode="live" role={role} />);
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Your orders will appear here");
    const steps = within(screen.getByRole("list")).getAllByRole("link");
    expect(steps.map((link) => link.getAttribute("href"))).toEqual(paths);
    expect(screen.getAllByRole("link", { name: "Place your first order" })).toHaveLength(2);
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
  let state: RefreshedOrders;
  /** What the service says instead of the state. */
  let answerWith: Said | null;
  let asked: string[];

  beforeAll(async () => {
    service = await openService(({ url }) => {
      asked.push(String(url));
      return answerWith ?? { body: state };
    });
  });
  afterAll(() => service?.close());
  beforeEach(() => {
    asked = [];
    answerWith = null;
    FakeSource.opened = [];
    vi.stubGlobal("EventSource", FakeSource);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const list = (orders = KNOWN, filter: Partial<OrderFilter> = {}, unused: string | null = null) => (
    <OrderList
      page={{ orders, isFirst: true, older: null, newer: null }}
      filter={{ ...ALL, ...filter }}
      mode="live"
      timeZone="Europe/Moscow"
      now={NOW}
      unused={unused}
    />
  );
  const rowOf = (code: string) => String(screen.getByText(code).closest("tr")?.textContent);
  const codes = () => screen.getAllByText(/^AAAA-\d{4}$/).map(({ textContent }) => textContent);
  const stream = () => FakeSource.opened.at(-1) as FakeSource;
  const tell = (next: RefreshedOrders) => act(() => stream().say("state", JSON.stringify(next)));
  const isQuiet = (name: RegExp) => expect(screen.queryByRole("button", { name })).toBeNull();

  it("shows where an order stands, who carries it and where it goes, and leads to it", () => {
    show(list());
    expect(rowOf("AAAA-0003")).toContain("In progress");
    expect(rowOf("AAAA-0003")).toContain("улица Марата, 28");
    expect(rowOf("AAAA-0003")).toContain("Алексей Громовseen just now");
    expect(rowOf("AAAA-0003")).toContain("0 of 1");
    expect(rowOf("AAAA-0002")).toContain("1 of 2");
    expect(rowOf("AAAA-0002")).toContain("₽350.00");
    expect(rowOf("AAAA-0002")).toContain("No courier yet");
    expect(screen.getByText("AAAA-0002").getAttribute("href")).toBe(`${PATH}/AAAA-0002`);
  });

  it("changes an order where it stands, and brings new ones only when they are asked for", async () => {
    const { refreshed } = show(list(KNOWN, { view: "active" }));
    expect(stream().address).toBe(`${PATH}/events?status=active&shown=AAAA-0003%2CAAAA-0002&first=1`);
    const [first, second] = KNOWN as [ListedOrder, ListedOrder];
    tell({ orders: [first, { ...second, status: "assigned", courierName: "Ольга" }], newCount: 0 });
    await screen.findByText("Updates live");
    expect(rowOf("AAAA-0002")).toContain("Assigned");
    expect(rowOf("AAAA-0002")).toContain("Ольгаnot seen yet");
    isQuiet(/new order/);
    tell({ orders: [{ ...first, status: "cancelled" }, second], newCount: 1 });
    await screen.findByRole("button", { name: "1 new order" });
    // The filter no longer matches it, but it stays while it is read.
    expect(rowOf("AAAA-0003")).toContain("Cancelled");
    expect(codes()).toEqual(["AAAA-0003", "AAAA-0002"]);
    tell({ orders: KNOWN, newCount: 2 });
    await screen.findByRole("button", { name: "2 new orders" });
    expect(refreshed()).toBe(0);
    press("2 new orders");
    expect(refreshed()).toBe(1);
    tell({ orders: KNOWN, newCount: 100 });
    await screen.findByRole("button", { name: "More than 100 new orders" });
  });

  it("asks every five seconds while the stream is refused", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show(list());
    tell({ orders: KNOWN, newCount: 0 });
    await screen.findByText("Updates live");
    state = { orders: KNOWN.map((one) => ({ ...one, status: "cancelled" })), newCount: 0 };
    act(() => stream().fail("refused"));
    await screen.findByText("Updates every 5 seconds");
    await vi.waitFor(() => expect(rowOf("AAAA-0002")).toContain("Cancelled"));
    const before = asked.length;
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before));
    expect(asked.at(-1)).toBe(`${PATH}/state?shown=AAAA-0003%2CAAAA-0002&first=1`);
  });

  it("says that it may be out of date once the service refuses to answer", async () => {
    answerWith = { status: 404 };
    show(list());
    tell({ orders: KNOWN, newCount: 0 });
    await screen.findByText("Updates live");
    act(() => stream().fail("refused"));
    await screen.findByText("No connection. This may be out of date");
    expect(codes()).toEqual(["AAAA-0003", "AAAA-0002"]);
  });

  it("lets go of its stream when nobody has looked for half a minute, and catches up when seen again", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show(list());
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

  it("is replaced by what leads to the first order, until there is one", async () => {
    show(list([], {}, "The first steps"));
    screen.getByText("The first steps");
    tell({ orders: [], newCount: 1 });
    await screen.findByRole("button", { name: "1 new order" });
  });

  it("says what was looked for when it finds nothing, and how to see everything again", () => {
    show(list([], { view: "cancelled", search: "марата", from: "2026-11-01", to: "2026-11-21" }));
    screen.getByText("No orders match");
    const asked = [...document.querySelectorAll("dl > div")].map(({ textContent }) => textContent);
    expect(asked).toEqual(["View:Cancelled", "Search:марата", "From:Nov 1, 2026", "To:Nov 21, 2026"]);
    expect(screen.getByRole("link", { name: "Reset" }).getAttribute("href")).toBe(PATH);
  });
});
