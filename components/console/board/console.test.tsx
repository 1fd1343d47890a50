import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Console } from "@/components/console/board/console";
import type { ConsoleActions } from "@/components/console/board/handle-form";
import { SOUND_SETTING } from "@/components/console/board/sound";
import type { LiveMapProps } from "@/components/map/live-map";
import { writeSetting } from "@/components/palette/setting";
import { SHORTCUTS_SETTING } from "@/components/palette/shortcuts";
import { type FormAction, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { UndoProvider } from "@/components/ui/toast";
import type { ConsoleBoard } from "@/lib/console/console-board";
import type { WatchedItem } from "@/lib/console/exceptions";
import type { Reassignment } from "@/lib/console/find-reassignment";
import type { OperatorPlan } from "@/lib/console/operator-plan";
import {
  clickButton,
  getField,
  hasFocus,
  openDialog,
  openService,
  renderWithProviders,
} from "@/testing/render";
import { makeTrackedOrder } from "@/testing/tracked-order";

let drawn: LiveMapProps | null = null;
vi.mock("@/components/map/live-map", () => ({
  LiveMap: (props: LiveMapProps) => {
    drawn = props;
    return null;
  },
}));

const NOON = Date.parse("2026-11-21T12:00:00Z");
const at = (minutes: number) => new Date(NOON + minutes * 60_000).toISOString();

/** In the time zone of the machine that runs the test. */
const clock = (minutes: number) =>
  new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" }).format(NOON + minutes * 60_000);

const order = (code: string, change: Partial<WatchedItem>): WatchedItem =>
  makeTrackedOrder({ code, waitingSince: at(-60), ...change });
const nobody = (code: string, since = -9) =>
  order(code, { status: "new", courierId: null, courierName: null, waitingSince: at(since) });
/** Orders of one shop without a courier are one row. */
const ofShop = (code: string, accountId: string, since = -9) => ({ ...nobody(code, since), accountId });
const requested = order("J3KU-5PVD", { answerUntil: at(8), askedAt: at(-4) });
const atDoor = order("F8UC-2RWA", { atDoorSince: at(-17) });

const board = (orders: readonly WatchedItem[], change: Partial<ConsoleBoard> = {}): ConsoleBoard => ({
  couriers: [],
  orders,
  marks: [],
  orderCount: orders.length,
  onShiftCount: 41,
  replyCount: 0,
  endpoints: [],
  problems: [],
  quiet: [],
  claims: [],
  handled: { count: 0, latest: [] },
  ...change,
});

let current: ConsoleBoard;
let sent: Record<string, string>[];
let rung: number;
let isRefused: boolean;
let service: { close: () => Promise<void> };

const take: FormAction = async (_, form) => {
  sent.push(Object.fromEntries([...form].map(([name, value]) => [name, String(value)])));
  return isRefused
    ? { ...INITIAL_FORM_STATE, refusal: "ORDER_NOT_FOUND" }
    : { ...INITIAL_FORM_STATE, isDone: true };
};
/** Name of the operator who already has the exceptions; null if no operator has. */
let heldBy: string | null;
const claim: ConsoleActions["claim"] = async (_, form) => {
  await take(INITIAL_FORM_STATE, form);
  const subjects = String(form.get("subject")).split(",");
  return { ...INITIAL_FORM_STATE, isDone: true, result: subjects.map((subject) => ({ subject, heldBy })) };
};
const bulk: ConsoleActions["assignEach"] = async (_, form) => {
  await take(INITIAL_FORM_STATE, form);
  const result = String(form.get("codes"))
    .split(",")
    .map((code, index) =>
      index === 0
        ? { code, refusal: null, subject: "Yulia Sokolova" }
        : { code, refusal: "COURIER_BUSY" as const, subject: "" },
    );
  return { ...INITIAL_FORM_STATE, isDone: true, result };
};
const actions: ConsoleActions = {
  handle: take,
  reopen: take,
  claim,
  releaseClaim: take,
  assignEach: bulk,
  cancelEach: bulk,
  tellEach: bulk,
  answer: take,
  override: take,
  takeBack: take,
  cancel: take,
  assign: take,
  confirm: take,
  approve: take,
  reject: take,
};

const HELD = "H2QE-7LDX";
const HELD_TRIP = { longestLegMeters: 3_240_400, price: 97_168, hint: "swapped" } as const;

/** The plan of the opened order. */
let plan: OperatorPlan | null;

const facts = (code: string) => ({
  code,
  status: "in_progress",
  hasCourier: true,
  dispatchAt: at(-60),
  courier: { name: "Anna Petrova", phone: "+79115550001" },
  shop: { name: "Polyn Flowers", email: "shop@example.com", phone: null },
  isGoingBack: false,
  plan,
  held: code === HELD ? { ...HELD_TRIP, version: "seen" } : null,
  stops: [
    {
      index: 0,
      street: "First, 1",
      contactName: null,
      contact: "+79115550002",
      outcome: "done",
      attempts: 0,
    },
    {
      index: 1,
      street: "Second, 2",
      contactName: "Ivan",
      contact: "+79115550003",
      outcome: "pending",
      isThere: true,
      isAsked: true,
      attempts: 1,
    },
  ],
});

const place = (latitude: number) => ({ latitude, longitude: 28.8 });
const WAY = [place(47), place(47.1)];
const APPROACH = [place(46.9), place(47)];

const candidates = {
  code: "N2FY-4XJB",
  isPossible: true,
  isTakeover: false,
  size: "M",
  courier: null,
  door: "Second, 2",
  promised: null,
  isApproximate: false,
  candidates: [
    {
      id: "yulia",
      name: "Yulia Sokolova",
      transport: "car",
      isOnShift: true,
      isOnBreak: false,
      isHeardOf: true,
      isPlanned: false,
      route: null,
      isTooSmall: false,
      way: { seconds: 170, meters: 1_000 },
      arrival: null,
    },
  ],
} satisfies Reassignment;

/** Lets minutes of this device's clock pass, and the page's own timers with them. */
const pass = (minutes: number) => act(() => void vi.advanceTimersByTime(minutes * 60_000));

const yulia = {
  id: "yulia",
  name: "Yulia Sokolova",
  transport: "car" as const,
  isOnShift: true,
  breakSince: null,
  isSimulated: false,
  orderCode: null,
  position: { ...place(46.9), heading: 0, receivedAt: at(0) },
  planned: [],
};

/** A stream that says nothing: the page polls. */
class Silence {
  static readonly CLOSED = 2;
  readonly readyState = 0;
  addEventListener(): void {}
  close(): void {}
}

beforeEach(async () => {
  vi.stubGlobal("EventSource", Silence);
  sent = [];
  rung = 0;
  isRefused = false;
  plan = null;
  heldBy = null;
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  service = await openService(({ url = "" }) => {
    if (url.startsWith("/ops/facts"))
      return { body: facts(new URL(url, "http://x").searchParams.get("code") ?? "") };
    if (url.startsWith("/ops/state"))
      return { body: current, headers: { Date: new Date(Date.now()).toUTCString() } };
    if (url.startsWith("/ops/find")) {
      const found = { code: "C5ZN-1TWL", externalOrderId: "7", accountName: "Tucano", status: "delivered" };
      return {
        body: [{ ...found, hasCourier: true, street: "Pushkin St", building: "15", createdAt: at(-90) }],
      };
    }
    if (url.startsWith("/ops/way")) return { body: url.includes("courier=yulia") ? APPROACH : WAY };
    if (url.endsWith("/candidates")) return { body: candidates };
    return { status: 404 };
  });
});
afterEach(async () => {
  vi.useRealTimers();
  writeSetting(SOUND_SETTING, "on");
  await service.close();
  window.history.replaceState(null, "", window.location.pathname);
});

function open(orders: readonly WatchedItem[], change: Partial<ConsoleBoard> = {}, now = NOON) {
  current = board(orders, change);
  return renderWithProviders(
    <UndoProvider>
      <Console
        mode="live"
        operatorId="ben"
        locale="en"
        styleUrl={null}
        initial={current}
        now={now}
        actions={actions}
        play={() => {
          rung += 1;
        }}
      />
    </UndoProvider>,
  );
}

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-exception]")];
const toRow = (code: string) => rows().find(({ textContent }) => textContent?.includes(code)) as HTMLElement;

describe("the queue", () => {
  it("sorts the worst first with the relevant time, filters by kind, and counts in the tab's title", () => {
    document.title = "Exceptions";
    open([requested, atDoor, nobody("N2FY-4XJB")]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("3 exceptions");
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      "No courier found9 minN2FY-4XJB · Polyn Flowers",
      "Waiting at the door17 minF8UC-2RWA · Anna Petrova",
      "Needs an answer8 min leftJ3KU-5PVD · Anna Petrova",
    ]);
    expect(document.title).toBe("(3) Exceptions");
    clickButton("At the door 1");
    expect(window.location.search).toBe("?filter=door");
    expect(rows()).toHaveLength(1);
    expect(toRow("F8UC-2RWA")).toBeDefined();
    clickButton("All");
    expect(window.location.search).toBe("");
    expect(rows()).toHaveLength(3);
  });

  it("shows that it is empty, and leaves out a scheduled order before its search", () => {
    open([nobody("N2FY-4XJB", 60)]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("All calm");
    expect(rows()).toHaveLength(0);
  });

  it("shows the shops that wait for approval as one row instead of an empty queue", () => {
    document.title = "Exceptions";
    const oldest = { id: "a-1", name: "Flori", email: "flori@example.com", since: at(-60) };
    const { leave } = open([], { waitingAccounts: { count: 1, oldest } });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("1 shop waits");
    expect(document.title).toBe("(1) Exceptions");
    expect(screen.queryByText("Nothing needs attention")).toBeNull();
    expect(screen.getByRole("link", { name: "Flori" }).getAttribute("href")).toBe("/ops/accounts/a-1");
    expect(screen.queryByRole("link", { name: "All waiting shops" })).toBeNull();
    leave();
    open([atDoor], { waitingAccounts: { count: 3, oldest } });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("1 exception");
    expect(document.title).toBe("(2) Exceptions");
    expect(screen.getByRole("heading", { level: 2, name: "3 shops wait for approval" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "All waiting shops" }).getAttribute("href")).toBe(
      "/ops/accounts?state=waiting",
    );
    expect(rows()).toHaveLength(1);
  });

  it("approves the oldest waiting shop, and rejects it with a reason", async () => {
    const oldest = { id: "a-1", name: "Flori", email: "flori@example.com", since: at(-60) };
    open([], { waitingAccounts: { count: 1, oldest } });
    clickButton("Approve");
    clickButton("Approve", openDialog());
    await waitFor(() => expect(sent).toEqual([{ id: "a-1", seen: "waiting" }]));
    clickButton("Reject");
    fireEvent.change(within(openDialog()).getByLabelText("Reason"), { target: { value: "No such shop" } });
    clickButton("Reject", openDialog());
    await waitFor(() => expect(sent[1]).toEqual({ id: "a-1", reason: "No such shop" }));
  });

  it("draws 100 rows of many, and shows the number of the others", () => {
    open(Array.from({ length: 250 }, (_, index) => ofShop(`CODE-${1_000 + index}`, `shop ${index}`)));
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("250 exceptions");
    expect(rows()).toHaveLength(100);
    clickButton("Show 150 more");
    expect(rows()).toHaveLength(250);
  });

  it("shows an exception that arises by the service's clock, and rings once if it is severe", () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval"], now: NOON - 3_600_000 });
    open([nobody("N2FY-4XJB", -4)]);
    expect(rows()).toHaveLength(0);
    expect(rung).toBe(0);
    pass(1);
    expect(rows()).toHaveLength(1);
    expect(rung).toBe(1);
    pass(1);
    expect(toRow("N2FY-4XJB").textContent).toContain("6 min");
    expect(rung).toBe(1);
  });

  it("stays silent if the sound is off or the exception is not severe", () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval"], now: NOON });
    writeSetting(SOUND_SETTING, "off");
    open([nobody("N2FY-4XJB", -4), order("LATE-0001", { promisedUntil: at(-4) })]);
    pass(1);
    expect(rows()).toHaveLength(2);
    expect(rung).toBe(0);
  });

  it("shows exceptions that other operators handled, and hides each until its time", () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval"], now: NOON });
    const quiet = [{ kind: "at_door" as const, subject: "F8UC-2RWA", until: at(10) }];
    const done = {
      kind: "at_door" as const,
      subject: "F8UC-2RWA",
      action: "called",
      at: at(0),
      by: "o@example.com",
    };
    open([atDoor], { quiet, handled: { count: 31, latest: [done] } });
    expect(rows()).toHaveLength(0);
    const handled = screen.getByRole("region", { name: /Handled/ });
    expect(handled.textContent).toContain("31");
    expect(handled.textContent).toContain("Called: F8UC-2RWA");
    pass(10);
    expect(rows()).toHaveLength(1);
  });
});

describe("the sheet", () => {
  it("answers a question in three clicks, and the answer names the exception", async () => {
    open([requested]);
    fireEvent.click(toRow("J3KU-5PVD"));
    const sheet = screen.getByRole("region", { name: "J3KU-5PVD" });
    fireEvent.click(await within(sheet).findByRole("button", { name: "Bring it back" }));
    fireEvent.click(within(openDialog()).getByRole("button", { name: "Bring it back" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      code: "J3KU-5PVD",
      index: "1",
      action: "return",
      mode: "live",
      kind: "question",
      subject: "J3KU-5PVD",
      handling: "answered",
    });
  });

  it("confirms an unusual trip, whose length, price and hint it shows, and offers no snooze", async () => {
    const held = { ...HELD_TRIP, createdAt: at(-2) };
    open([order(HELD, { status: "new", courierId: null, courierName: null, isHeld: true, held })]);
    expect(toRow(HELD).textContent).toBe(
      `Unusual trip2 min3,240 km, ₽97,168; latitude and longitude may be swapped · ${HELD} · Polyn Flowers`,
    );
    fireEvent.click(toRow(HELD));
    await waitFor(() => screen.getByRole("button", { name: "Confirm the trip" }));
    expect(screen.queryByRole("button", { name: "Remind me in 10 min" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Assign a courier" })).toBeNull();
    screen.getByRole("button", { name: "Cancel the order" });
    clickButton("Confirm the trip");
    const dialog = screen.getByRole("dialog", { name: "Send a courier on this trip?" });
    expect(dialog.textContent).toContain("The shop pays ₽97,168 for 3,240 km.");
    fireEvent.click(within(dialog).getByRole("button", { name: "Confirm the trip" }));
    await waitFor(() => expect(sent).toEqual([{ code: HELD, seen: "seen" }]));
  });

  it("shows a waiting order's plan, and the next orders of a courier", async () => {
    const planned = [
      { code: "N2FY-4XJB", at: at(20) },
      { code: "C5ZN-1TWL", at: at(50) },
    ];
    const anna = { ...yulia, id: "anna", name: "Anna Petrova", orderCode: "F8UC-2RWA", planned };
    const then = `Then N2FY-4XJB at ${clock(20)}, C5ZN-1TWL at ${clock(50)}`;
    plan = { courierId: null, reason: "queue_full", since: null };
    open([nobody("N2FY-4XJB"), atDoor], { couriers: [anna, { ...yulia, planned }] });
    fireEvent.click(toRow("N2FY-4XJB"));
    await screen.findByText("All suitable couriers are busy");
    expect(screen.queryByText(/^Then/)).toBeNull();
    plan = null;
    fireEvent.click(toRow("F8UC-2RWA"));
    const chain = await screen.findByText(/^Then/);
    expect(chain.textContent).toBe(then);
    expect(
      within(chain)
        .getAllByRole("link")
        .map((link) => link.getAttribute("href")),
    ).toEqual(["/ops/orders/N2FY-4XJB", "/ops/orders/C5ZN-1TWL"]);
    act(() => drawn?.onSelect?.("courier:yulia"));
    const sheet = screen.getByRole("region", { name: "Yulia Sokolova" });
    expect(within(sheet).getByText(/^Then/).textContent).toBe(then);
  });

  it("draws the route of the considered courier, and shows their name on the map", async () => {
    open([nobody("N2FY-4XJB")], { couriers: [yulia] });
    fireEvent.click(toRow("N2FY-4XJB"));
    await waitFor(() => expect(drawn?.lines).toEqual([{ id: "order", points: WAY, role: "ahead" }]));
    fireEvent.click(await screen.findByRole("button", { name: "Give to another courier" }));
    await waitFor(() =>
      expect(drawn?.lines).toEqual([
        { id: "order", points: WAY, role: "other" },
        { id: "candidate", points: APPROACH },
      ]),
    );
    const noted = () => drawn?.markers.find(({ id }) => id === "courier:yulia")?.note;
    expect(noted()).toBe("Yulia Sokolova, 3 min");
    clickButton("Close", screen.getByRole("region", { name: /Assign a courier/ }));
    await waitFor(() => expect([drawn?.lines.length, noted()]).toEqual([1, undefined]));
  });

  it("keeps the open sheet in the URL for a reload, and closes it on going back", async () => {
    const shown = open([atDoor]);
    fireEvent.click(toRow("F8UC-2RWA"));
    expect(window.location.hash).toBe("#order=F8UC-2RWA");
    shown.leave();
    const again = open([atDoor]);
    await screen.findByRole("region", { name: "F8UC-2RWA" });
    window.history.replaceState(null, "", window.location.pathname);
    fireEvent.popState(window);
    await waitFor(() => expect(screen.queryByRole("region", { name: "F8UC-2RWA" })).toBeNull());
    again.leave();
  });

  it("keeps the list of couriers in the URL, and returns to the sheet on closing it", async () => {
    const shown = open([nobody("N2FY-4XJB")]);
    fireEvent.click(toRow("N2FY-4XJB"));
    fireEvent.click(await screen.findByRole("button", { name: "Give to another courier" }));
    expect(window.location.hash).toBe("#reassign=N2FY-4XJB");
    shown.leave();
    open([nobody("N2FY-4XJB")]);
    clickButton("Close", await screen.findByRole("region", { name: /Assign a courier/ }));
    expect(window.location.hash).toBe("#order=N2FY-4XJB");
    await screen.findByRole("region", { name: "N2FY-4XJB" });
  });

  it("takes back the mark of a handled exception from a toast", async () => {
    open([atDoor]);
    fireEvent.click(toRow("F8UC-2RWA"));
    clickButton("Remind me in 10 min", screen.getByRole("region", { name: "F8UC-2RWA" }));
    await screen.findByText("Handled: F8UC-2RWA.");
    clickButton("Undo");
    await waitFor(() =>
      expect(sent).toEqual([
        expect.objectContaining({ handling: "noted" }),
        { mode: "live", kind: "at_door", subject: "F8UC-2RWA" },
      ]),
    );
  });

  it("shows the courier of an order after a reassignment", async () => {
    open([nobody("N2FY-4XJB")]);
    fireEvent.click(toRow("N2FY-4XJB"));
    fireEvent.click(await screen.findByRole("button", { name: "Give to another courier" }));
    fireEvent.click(await screen.findByRole("button", { name: "Assign Yulia" }));
    await screen.findByText("Order N2FY-4XJB now belongs to Yulia Sokolova.");
  });

  it("calls the contact, and records the call", async () => {
    open([atDoor]);
    fireEvent.click(toRow("F8UC-2RWA"));
    const sheet = screen.getByRole("region", { name: "F8UC-2RWA" });
    const call = await within(sheet).findByRole("link", { name: "Call the recipient" });
    expect(call.getAttribute("href")).toBe("tel:+79115550003");
    fireEvent.click(call);
    clickButton("Note the call", sheet);
    await waitFor(() =>
      expect(sent).toEqual([
        expect.objectContaining({ mode: "live", kind: "at_door", subject: "F8UC-2RWA", handling: "called" }),
      ]),
    );
    await waitFor(() => expect(screen.queryByRole("region", { name: "F8UC-2RWA" })).toBeNull());
  });

  it("lets a courier go on without the code", async () => {
    open([atDoor]);
    fireEvent.click(toRow("F8UC-2RWA"));
    fireEvent.click(await screen.findByRole("button", { name: "Waive the code" }));
    expect(getField("position").value).toBe("1");
    fireEvent.click(within(openDialog()).getByRole("button", { name: "Waive the code" }));
    await waitFor(() =>
      expect(sent).toEqual([
        expect.objectContaining({ kind: "at_door", position: "1", handling: "allowed" }),
      ]),
    );
  });

  it("names the shop of a failing endpoint and offers its contact", async () => {
    const endpoint = {
      id: "e",
      accountId: "a",
      accountName: "Book Row",
      email: "b@example.com",
      phone: null,
    };
    open([], { endpoints: [{ ...endpoint, host: "book.example", since: at(-70), error: "HTTP 503" }] });
    fireEvent.click(toRow("Book Row"));
    const sheet = screen.getByRole("region", { name: "Book Row" });
    expect(within(sheet).getByRole("link", { name: "Write to the shop" }).getAttribute("href")).toBe(
      "mailto:b@example.com",
    );
    expect(sheet.textContent).toContain("Latest failed attempt: HTTP 503");
    clickButton("I notified the shop", sheet);
    await waitFor(() =>
      expect(sent).toEqual([expect.objectContaining({ subject: "e", handling: "told_shop" })]),
    );
  });

  it("opens for an order that a search has found, without an exception", async () => {
    open([]);
    const input = screen.getByRole("combobox");
    fireEvent.focus(input);
    fireEvent.change(input, { target: { value: "pushkin" } });
    const option = await screen.findByRole("option");
    expect(option.textContent).toContain("Pushkin St, 15");
    fireEvent.click(option);
    const sheet = screen.getByRole("region", { name: "C5ZN-1TWL" });
    expect(await within(sheet).findByText("Picked up")).toBeDefined();
    expect(within(sheet).queryByRole("button", { name: "Remind me in 10 min" })).toBeNull();
  });
});

describe("the keyboard", () => {
  const key = (name: string) =>
    fireEvent.keyDown(document.body, { key: name, code: `Key${name.toUpperCase()}` });

  it("walks through the queue, searches, lists its keys, and closes back to the row", async () => {
    open([requested, nobody("N2FY-4XJB")]);
    key("j");
    expect(screen.getByRole("region", { name: "N2FY-4XJB" })).toBeDefined();
    key("j");
    expect(screen.getByRole("region", { name: "J3KU-5PVD" })).toBeDefined();
    key("j");
    key("k");
    expect(screen.getByRole("region", { name: "N2FY-4XJB" })).toBeDefined();
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(screen.queryByRole("region", { name: "N2FY-4XJB" })).toBeNull();
    await hasFocus(toRow("N2FY-4XJB"));
    fireEvent.keyDown(document.body, { key: "/" });
    await hasFocus(screen.getByRole("combobox"));
    // Typed letters are no commands.
    fireEvent.keyDown(screen.getByRole("combobox"), { key: "j", code: "KeyJ" });
    expect(screen.queryByRole("region", { name: "N2FY-4XJB" })).toBeNull();
    fireEvent.keyDown(document.body, { key: "?" });
    expect(openDialog().textContent).toContain("Next exception");
  });

  const press = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
  const six = () => [1, 2, 3, 4, 5, 6].map((shop) => ofShop(`CODE-000${shop}`, `shop ${shop}`, -20 + shop));
  const focused = () => (document.activeElement as HTMLElement | null)?.dataset.exception;
  const isFocused = (code: string) => waitFor(() => expect(focused()).toBe(`courier_not_found ${code}`));

  it("moves the focus with arrow keys, and to the next row after each exception that is handled", async () => {
    open(six());
    toRow("CODE-0001").focus();
    press("ArrowDown");
    await isFocused("CODE-0002");
    press("ArrowUp");
    await isFocused("CODE-0001");
    press("End");
    await isFocused("CODE-0006");
    press("Home");
    for (const next of [2, 3, 4, 5, 6]) {
      press("h");
      await isFocused(`CODE-000${next}`);
    }
    await waitFor(() => expect(sent).toHaveLength(5));
    expect(sent[0]).toEqual({
      mode: "live",
      kind: "courier_not_found",
      subject: "CODE-0001",
      handling: "noted",
    });
    expect(sent.map(({ subject }) => subject)).toEqual([1, 2, 3, 4, 5].map((number) => `CODE-000${number}`));
    await screen.findByText("Handled: CODE-0005.");
    expect(rows()).toHaveLength(1);
    clickButton("Undo");
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ subject: "CODE-0005" }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(sent.at(-1)).not.toHaveProperty("handling");
  });

  it("shows an exception again whose handling was refused", async () => {
    isRefused = true;
    open(six());
    toRow("CODE-0001").focus();
    press("h");
    expect(toRow("CODE-0001")).toBeUndefined();
    await screen.findByText("Order not found.");
    expect(rows()).toHaveLength(6);
  });

  it("opens the next exception after one that is handled while it is open, and assigns", async () => {
    open(six());
    key("j");
    key("h");
    await screen.findByRole("region", { name: "CODE-0002" });
    expect(screen.queryByRole("region", { name: "CODE-0001" })).toBeNull();
    key("a");
    const choice = await screen.findByRole("radio", { name: /Yulia/ });
    await hasFocus(choice);
    // The courier is being chosen: these keys belong to the row.
    key("h");
    clickButton("Assign Yulia");
    await isFocused("CODE-0003");
    await waitFor(() =>
      expect(sent.map(({ subject, courier, handling }) => [subject, courier, handling])).toEqual([
        ["CODE-0001", undefined, "noted"],
        [undefined, "yulia", undefined],
        ["CODE-0002", undefined, "reassigned"],
      ]),
    );
  });

  it("claims and releases a row, and reports who has it", async () => {
    const held = { kind: "courier_not_found" as const, subject: "CODE-0002", byId: "ben", by: "Ben" };
    open(six(), { claims: [{ ...held, until: at(9) }] });
    toRow("CODE-0001").focus();
    press("t");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({ mode: "live", kind: "courier_not_found", subject: "CODE-0001" });
    heldBy = "Ana";
    press("t");
    await screen.findByText("Ana has it");
    press("ArrowDown");
    expect(toRow("CODE-0002").textContent).toContain("You have it");
    press("t");
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[2]).toMatchObject({ subject: "CODE-0002" });
  });

  it("ignores letters in fields, in dialogs, with a modifier, while held down and when turned off", async () => {
    open(six());
    const row = toRow("CODE-0001");
    row.focus();
    fireEvent.keyDown(screen.getByRole("combobox"), { key: "h" });
    fireEvent.keyDown(row, { key: "h", ctrlKey: true });
    fireEvent.keyDown(row, { key: "h", repeat: true });
    act(() => writeSetting(SHORTCUTS_SETTING, "off"));
    press("h");
    press("t");
    act(() => writeSetting(SHORTCUTS_SETTING, "on"));
    press("?");
    const list = openDialog();
    expect(list.textContent).toContain("Remind me in 10 minh");
    fireEvent.keyDown(list, { key: "h" });
    list.close();
    // A row that is handled would be hidden at once.
    expect(rows()).toHaveLength(6);
    row.focus();
    press("h");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(rows()).toHaveLength(5);
  });

  it("does not snooze an unusual trip", async () => {
    const held = { ...HELD_TRIP, createdAt: at(-2) };
    open([order(HELD, { status: "new", courierId: null, courierName: null, isHeld: true, held })]);
    toRow(HELD).focus();
    press("h");
    await screen.findByText(/can’t be snoozed/);
    expect(sent).toEqual([]);
  });
});

describe("a group of equal exceptions", () => {
  const three = [nobody("CODE-0001", -30), nobody("CODE-0002", -20), nobody("CODE-0003", -10)];
  const group = () => document.querySelector<HTMLElement>("[data-unfolded]") as HTMLElement;
  const press = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name });

  it("is one row with a count and the longest time, which unfolds", () => {
    open([...three, ofShop("CODE-0009", "another", -15), atDoor]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("5 exceptions");
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      "No courier found 330 minPolyn Flowers",
      "No courier found15 minCODE-0009 · Polyn Flowers",
      "Waiting at the door17 minF8UC-2RWA · Anna Petrova",
    ]);
    clickButton("Show each: Polyn Flowers");
    expect(rows()).toHaveLength(6);
    expect(toRow("CODE-0002").textContent).toBe("CODE-000220 min");
    group().focus();
    press("ArrowLeft");
    expect(rows()).toHaveLength(3);
    press("ArrowRight");
    press("ArrowDown");
    press("ArrowDown");
    expect(document.activeElement?.textContent).toContain("CODE-0002");
    fireEvent.click(toRow("CODE-0002"));
    screen.getByRole("region", { name: "CODE-0002" });
  });

  it("is assigned at once, with the reason for each order that is not, and keeps its address", async () => {
    const shown = open(three);
    fireEvent.click(group());
    expect(window.location.hash).toBe("#group=courier_not_found%20polyn");
    shown.leave();
    open(three);
    const sheet = await screen.findByRole("region", { name: "Polyn Flowers" });
    expect(sheet.textContent).toContain("3 orders");
    clickButton("Assign couriers", sheet);
    fireEvent.click(within(openDialog()).getByRole("button", { name: "Assign couriers" }));
    await screen.findByText("1 of 3 done");
    expect(openDialog().textContent).toContain("CODE-0002All couriers on shift are busy.");
    expect(sent).toEqual([
      {
        codes: "CODE-0001,CODE-0002,CODE-0003",
        mode: "live",
        kind: "courier_not_found",
        courier: "",
      },
    ]);
    // An assigned order leaves the group.
    current = board(three.slice(1));
    openDialog().close();
  });

  it("is handled and returned at once, and the focus moves past its orders", async () => {
    open([...three, atDoor]);
    group().focus();
    press("ArrowRight");
    press("h");
    await hasFocus(toRow("F8UC-2RWA"));
    const subject = "CODE-0001,CODE-0002,CODE-0003";
    await waitFor(() =>
      expect(sent).toMatchObject([{ kind: "courier_not_found", subject, handling: "noted" }]),
    );
    await screen.findByText("Handled: Polyn Flowers (3).");
    clickButton("Undo");
    await waitFor(() => expect(sent.at(-1)).toEqual({ mode: "live", kind: "courier_not_found", subject }));
  });

  it("shows who has how many of it, and lets an operator take all or take over", async () => {
    const claims = ["CODE-0001", "CODE-0002"].map((subject) => ({
      kind: "courier_not_found" as const,
      subject,
      byId: "ana",
      by: "Ana",
      until: at(4),
    }));
    open(three, { claims });
    expect(group().textContent).toContain("Ana has 2 of 3");
    fireEvent.click(group());
    const sheet = screen.getByRole("region", { name: "Polyn Flowers" });
    expect(sheet.textContent).toContain(`Ana has 2 of 3 until ${clock(4)}`);
    clickButton("Take", sheet);
    await waitFor(() => expect(sent).toHaveLength(1));
    clickButton("Take from Ana", sheet);
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ from }) => from)).toEqual([undefined, "ana"]);
  });

  it("acts on at most 200 orders at once, and says so", async () => {
    open(Array.from({ length: 201 }, (_, index) => nobody(`CODE-${1_000 + index}`)));
    fireEvent.click(group());
    const sheet = screen.getByRole("region", { name: "Polyn Flowers" });
    expect(sheet.textContent).toContain("An action covers the first 200 of 201. Repeat it for the others.");
    clickButton("Remind me of all in 10 min", sheet);
    await waitFor(() => expect(sent[0]?.subject?.split(",")).toHaveLength(200));
  });
});
