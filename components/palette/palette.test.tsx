import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CommandContext } from "@/components/palette/commands";
import { OpsPalette } from "@/components/palette/ops-palette";
import { Palette } from "@/components/palette/palette";
import { ThemeSwitch } from "@/components/palette/theme-switch";
import { SignOutProvider } from "@/components/ui/sign-out";
import type { SearchHit } from "@/lib/orders/list/suggest-orders";
import {
  type ActionResult,
  clickButton,
  dialogIsClosed,
  openDialog,
  openService,
  renderWithProviders,
} from "@/testing/render";

const FOUND: SearchHit = {
  code: "ABCD-1234",
  externalOrderId: "1042",
  mode: "test",
  status: "new",
  hasCourier: false,
  isScheduled: false,
  street: "улица Репина",
  building: "28",
};

const DOCS = [
  { href: "/docs/errors/RATE_LIMIT_EXCEEDED", title: "RATE_LIMIT_EXCEEDED", section: "Errors", text: "429" },
  { href: "/docs/webhooks", title: "Webhooks", section: "Guides", text: "A signature on every request" },
];

let service: Awaited<ReturnType<typeof openService>>;
let find: () => ActionResult;
let requested: string[];
let signOuts: number;

beforeAll(async () => {
  service = await openService(({ url }) => {
    if (String(url).startsWith("/docs/search.json")) return { body: { entries: DOCS } };
    requested.push(decodeURIComponent(String(url)));
    return find();
  });
});
afterAll(() => service?.close());
beforeEach(() => {
  find = () => ({ body: [] });
  requested = [];
  signOuts = 0;
});
afterEach(() => localStorage.clear());

const signOut = async () => {
  signOuts += 1;
};
const open = (place: Partial<CommandContext> = {}) =>
  renderWithProviders(
    <SignOutProvider value={signOut}>
      <div data-theme="system">
        <Palette path="/dashboard" modePath="/dashboard" mode="live" locale="en" {...place} />
        <ThemeSwitch />
        <input aria-label="A field" />
      </div>
    </SignOutProvider>,
  );
const field = () => screen.queryByRole<HTMLInputElement>("combobox", { name: "Find an order or an action" });
const options = () => screen.queryAllByRole("option");
const active = () => screen.getByRole("option", { selected: true });
/** Opens the palette by its keys. A browser moves the focus into a dialog by itself; happy-dom does not. */
const openPalette = async () => {
  await userEvent.keyboard("{Control>}k{/Control}");
  await isShown();
};
const isShown = () =>
  waitFor(() => {
    expect(openDialog().contains(field())).toBe(true);
    field()?.focus();
  });
const sheet = () => screen.queryByRole("dialog", { name: "Keyboard shortcuts" });

describe("the command palette", () => {
  it("works by keyboard alone, and shows the last command first", async () => {
    const user = userEvent.setup();
    const { visited } = open();
    const button = screen.getByRole("button", { name: "Search and actions" });
    await openPalette();
    expect(active().textContent).toContain("Overview");
    await user.keyboard("{ArrowDown}");
    expect(active().textContent).toContain("Orders");
    await user.keyboard("{ArrowUp}{ArrowUp}");
    expect(active().textContent).toContain("Sign out");
    expect(field()?.getAttribute("aria-activedescendant")).toBe(active().id);
    await user.keyboard("карта");
    expect(options().map(({ textContent }) => textContent)).toEqual(["Mapg m"]);
    await user.keyboard("{Enter}");
    await dialogIsClosed();
    expect(visited).toEqual(["/dashboard/map"]);
    // The last command is first the next time.
    await user.click(button);
    await isShown();
    const recent = within(screen.getByRole("group", { name: "Recent" })).getAllByRole("option");
    expect(recent.map(({ textContent }) => textContent)).toEqual(["Mapg m"]);
    await user.keyboard("zzzz no such thing");
    await screen.findByText("No results for “zzzz no such thing”.");
    await user.keyboard("{Control>}k{/Control}");
    await dialogIsClosed();
    await waitFor(() => expect(field()).toBeNull());
  });

  it("does not open over another open dialog", async () => {
    open();
    await userEvent.keyboard("?");
    expect(sheet()).not.toBeNull();
    await userEvent.keyboard("{Control>}k{/Control}");
    expect(field()).toBeNull();
  });

  it("finds an order of either mode, below the actions", async () => {
    find = () => ({ body: [FOUND] });
    const { visited } = open();
    await openPalette();
    await userEvent.keyboard("44-33");
    const hit = await within(await screen.findByRole("group", { name: "Orders" })).findByRole("option");
    expect(hit.textContent).toContain("1042ABCD-1234улица Репина, 28TestNew");
    expect(hit.getAttribute("aria-selected")).toBe("true");
    await screen.findByText("1 result");
    expect(requested.at(-1)).toBe("/dashboard/find?q=44-33");
    await userEvent.keyboard("{Enter}");
    expect(visited).toEqual(["/dashboard/orders/ABCD-1234?mode=test"]);
  });

  it("takes operators to their sections, and to the orders of every shop in their mode", async () => {
    const { mode: _, ...order } = FOUND;
    find = () => ({ body: [{ ...order, accountName: "The Shelf" }] });
    const { visited } = renderWithProviders(
      <SignOutProvider value={signOut}>
        <OpsPalette path="/ops/orders/ABCD-1234" modePath="/ops/orders" mode="test" />
      </SignOutProvider>,
    );
    await openPalette();
    await userEvent.keyboard("курьеры");
    expect(options().map(({ textContent }) => textContent)).toEqual(["Couriers"]);
    await userEvent.keyboard("{Enter}");
    await dialogIsClosed();
    await openPalette();
    await userEvent.keyboard("live mode{Enter}");
    await dialogIsClosed();
    await openPalette();
    await userEvent.keyboard("44-33");
    const hit = await within(await screen.findByRole("group", { name: "Orders" })).findByRole("option");
    expect(hit.textContent).toContain("1042ABCD-1234The Shelf · улица Репина, 28New");
    await waitFor(() => expect(requested.at(-1)).toBe("/ops/find?mode=test&q=44-33"));
    await userEvent.keyboard("{Enter}");
    expect(visited).toEqual(["/ops/couriers?mode=test", "/ops/orders", "/ops/orders/ABCD-1234?mode=test"]);
  });

  it("asks which order to cancel, unless the page of an order is open", async () => {
    find = () => ({ body: [FOUND] });
    const { visited, leave } = open();
    await openPalette();
    await userEvent.keyboard("cancel{Enter}");
    const asking = await screen.findByRole("combobox", { name: "Which order? Cancel an order…" });
    expect(options()).toEqual([]);
    asking.focus();
    await userEvent.keyboard("44-33");
    await screen.findByRole("group", { name: "Orders" });
    await userEvent.keyboard("{Enter}");
    expect(visited).toEqual(["/dashboard/orders/ABCD-1234?mode=test#cancel"]);
    leave();
    open({ path: "/dashboard/orders/ABCD-1234" });
    await openPalette();
    await userEvent.keyboard("отмен{Enter}");
    await dialogIsClosed();
    expect(window.location.hash).toBe("#cancel");
    window.location.hash = "";
  });

  it.each([
    ["rate limit", "RATE_LIMIT_EXCEEDEDErrors", "/docs/errors/RATE_LIMIT_EXCEEDED"],
    ["signature", "WebhooksGuides", "/docs/webhooks"],
  ])("finds the documentation page for “%s”", async (typed, line, target) => {
    const { visited } = open();
    await openPalette();
    await userEvent.keyboard(typed.replace("rate limit", "rate_limit"));
    const hit = await within(await screen.findByRole("group", { name: "Documentation" })).findByRole(
      "option",
    );
    expect(hit.textContent).toBe(line);
    await userEvent.click(hit);
    expect(visited).toEqual([target]);
  });

  it("switches the rows of lists to compact and back", async () => {
    open();
    for (const density of ["dense", "usual"]) {
      await openPalette();
      await userEvent.keyboard("density{Enter}");
      await dialogIsClosed();
      expect(localStorage.getItem("dropline-density")).toBe(density);
    }
  });

  it("does not search orders for a single character", async () => {
    open();
    await openPalette();
    await userEvent.keyboard("4");
    await screen.findByText("No results for “4”.");
    expect(requested).toEqual([]);
  });

  it("shows that the order search fails, and still runs actions", async () => {
    find = () => ({ status: 503 });
    const { visited } = open();
    await openPalette();
    await userEvent.keyboard("switch to test");
    await screen.findByText("Order search isn’t responding right now. Actions still work.");
    await userEvent.keyboard("{Enter}");
    expect(visited).toEqual(["/dashboard?mode=test"]);
  });

  it.each([
    ["orders", "live", "/dashboard/orders"],
    ["orders", "test", "/dashboard/orders?mode=test"],
    ["switch to live", "test", "/dashboard/keys"],
  ] as const)(
    "runs “%s” in %s mode and keeps the mode unless the command changes it",
    async (typed, mode, target) => {
      const { visited } = open({ mode, path: "/dashboard/keys", modePath: "/dashboard/keys" });
      await openPalette();
      await userEvent.keyboard(`${typed}{Enter}`);
      expect(visited).toEqual([target]);
    },
  );

  it("changes the language by loading the page again, and signs the user out", async () => {
    const left: unknown[] = [];
    const { assign } = window.location;
    window.location.assign = (url) => void left.push(url);
    open({ path: "/dashboard/map", mode: "test" });
    await openPalette();
    await userEvent.keyboard("язык{Enter}");
    window.location.assign = assign;
    expect(left).toEqual(["/dashboard/map?lang=ru&mode=test"]);
    await userEvent.keyboard("{Control>}k{/Control}");
    await waitFor(() => expect(field()).toBeNull());
    await openPalette();
    await userEvent.keyboard("sign out{Enter}");
    await waitFor(() => expect(signOuts).toBe(1));
  });

  it("changes the theme at once, and stores it in a cookie for the server", async () => {
    open();
    const theme = () => document.querySelector<HTMLElement>("[data-theme]")?.dataset.theme;
    const pressed = () =>
      screen.getAllByRole("button", { pressed: true }).map((one) => one.getAttribute("aria-label"));
    expect(pressed()).toEqual(["System"]);
    clickButton("Dark");
    expect([theme(), document.cookie]).toEqual(["dark", expect.stringContaining("theme=dark")]);
    await waitFor(() => expect(pressed()).toEqual(["Dark"]));
    await openPalette();
    await userEvent.keyboard("theme light{Enter}");
    expect([theme(), document.cookie]).toEqual(["light", expect.stringContaining("theme=light")]);
  });
});

describe("single-key shortcuts", () => {
  const keys = (text: string) => userEvent.keyboard(text);

  it.each([
    ["gm", "/dashboard/map"],
    ["gh", "/dashboard"],
    ["go", "/dashboard/orders"],
    ["n", "/dashboard/new"],
    ["gn", null],
    ["gg", null],
    ["m", null],
  ])("navigate only as defined when “%s” is typed outside a field", async (typed, target) => {
    const { visited } = open();
    await keys(typed);
    expect(visited).toEqual(target === null ? [] : [target]);
  });

  it("do not combine two keys when the second comes too late", async () => {
    const { visited } = open();
    const strike = (key: string, at: number) => {
      const event = new KeyboardEvent("keydown", { key, code: `Key${key.toUpperCase()}`, bubbles: true });
      Object.defineProperty(event, "timeStamp", { value: at });
      act(() => void document.body.dispatchEvent(event));
    };
    strike("g", 1_000);
    strike("m", 2_501);
    expect(visited).toEqual([]);
    strike("g", 3_000);
    strike("m", 4_400);
    expect(visited).toEqual(["/dashboard/map"]);
  });

  it("are typed as text in a field and in the palette", async () => {
    const { visited } = open();
    const other = screen.getByLabelText<HTMLInputElement>("A field");
    other.focus();
    await keys("gm?n");
    expect(other.value).toBe("gm?n");
    await openPalette();
    await keys("gm?n");
    expect(field()?.value).toBe("gm?n");
    expect([visited, sheet()]).toEqual([[], null]);
  });

  it("are listed, pause while the list is open, and can be turned off permanently", async () => {
    const { visited, leave } = open();
    await keys("?");
    expect(sheet()?.textContent).toContain("Go to: Mapg then m");
    await keys("gm");
    expect(visited).toEqual([]);
    const areOn = screen.getByLabelText<HTMLInputElement>("Single-key shortcuts");
    expect(areOn.checked).toBe(true);
    fireEvent.click(areOn);
    clickButton("Close", openDialog());
    await dialogIsClosed();
    await keys("gh?");
    expect([visited, sheet()]).toEqual([[], null]);
    leave();
    const again = open();
    await keys("gh?");
    expect([again.visited, sheet()]).toEqual([[], null]);
    await openPalette();
    // Keys that do nothing are not offered.
    expect(options()[0]?.textContent).toBe("Overview");
  });
});
