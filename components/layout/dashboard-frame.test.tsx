import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ComponentProps, ReactNode } from "react";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Approval } from "@/components/layout/approval-notice";
import { DashboardFrame } from "@/components/layout/dashboard-frame";
import { ActionForm, SubmitButton, TextAreaField } from "@/components/ui/form";
import { type FormAction, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { openService, renderWithProviders } from "@/testing/render";

const USER: ComponentProps<typeof DashboardFrame>["user"] = {
  email: "anna@example.com",
  name: "Anna",
  roles: ["owner"],
};
const SHOP = {
  name: "Flora",
  accent: null,
  glyph: "white",
  logoUrl: null,
  contact: { phone: null, url: null },
} as const;

/** A stream of the service's. */
class Stream extends EventTarget {
  static opened: Stream[] = [];
  readonly url: string;
  readyState = 1;
  constructor(url: string) {
    super();
    this.url = url;
    Stream.opened.push(this);
  }
  close() {}
  say(state: unknown) {
    act(() => void this.dispatchEvent(new MessageEvent("state", { data: JSON.stringify(state) })));
  }
}

let service: Awaited<ReturnType<typeof openService>>;
beforeAll(async () => {
  service = await openService(() => ({ body: { live: 2, test: 0 } }));
});
afterAll(() => service?.close());
beforeEach(() => {
  Stream.opened = [];
  vi.stubGlobal("EventSource", Stream);
});

const APPROVED: Approval = { state: "approved", reason: null, contact: "help@example.com" };

const at = (
  address: string,
  timeZone = "Europe/Moscow",
  content: ReactNode = <p>Content</p>,
  approval: Approval = APPROVED,
) => {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  return (
    <PathnameContext value={pathname}>
      <SearchParamsContext value={searchParams}>
        <DashboardFrame
          user={USER}
          shop={SHOP}
          timeZone={timeZone}
          openOrders={{ live: 2, test: 0 }}
          approval={approval}
        >
          {content}
        </DashboardFrame>
      </SearchParamsContext>
    </PathnameContext>
  );
};
const rail = () => within(screen.getByRole("navigation", { name: "Sections" }));
const orders = () => rail().getAllByRole("link", { name: /^Orders/ })[0]?.textContent;
const current = () =>
  [...document.querySelectorAll('nav a[aria-current="page"]')].map((link) => link.textContent);
const modes = () =>
  within(screen.getByRole("list", { name: "Mode" }))
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));

describe("the dashboard's frame", () => {
  it("submits the form with the focus by Ctrl+Enter and by Cmd+Enter, once, and no other form", async () => {
    const sent: string[] = [];
    const submit: FormAction = async (_, form) => {
      sent.push(String(form.get("text")));
      return INITIAL_FORM_STATE;
    };
    const form = (text: string) => (
      <ActionForm action={submit}>
        <TextAreaField name="text" label={text} initial={text} />
        <SubmitButton>{`Send ${text}`}</SubmitButton>
      </ActionForm>
    );
    renderWithProviders(
      at(
        "/dashboard/settings",
        "Europe/Moscow",
        <>
          {form("first")}
          {form("second")}
        </>,
      ),
    );
    const user = userEvent.setup();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await user.click(screen.getByLabelText("second"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(sent).toEqual(["second"]));
    await user.click(screen.getByLabelText("first"));
    await user.keyboard("{Meta>}{Enter}{/Meta}");
    await waitFor(() => expect(sent).toEqual(["second", "first"]));
  });

  it.each([
    ["/dashboard/new", "waiting", /hasn’t approved this account yet.*help@example\.com/],
    ["/dashboard/keys?mode=test", "waiting", null],
    ["/dashboard/keys?mode=test", "rejected", /Their reason: We know no such shop.*help@example\.com/],
    ["/dashboard/new", "barred", /can no longer place orders.*help@example\.com/],
    ["/dashboard/new", "approved", null],
  ] as const)("states at %s what a shop that is %s cannot do: %s", (address, state, text) => {
    const approval = { ...APPROVED, state, reason: state === "rejected" ? "We know no such shop" : null };
    renderWithProviders(at(address, "Europe/Moscow", <p>Content</p>, approval));
    const [notice] = screen.queryAllByRole("status").filter(({ textContent }) => textContent !== "");
    if (text === null) expect(notice).toBeUndefined();
    else expect(notice?.textContent).toMatch(text);
    const test = screen.queryByRole("link", { name: "Try everything in test mode" });
    const isLiveWaiting = state === "waiting" && text !== null;
    expect(test?.getAttribute("href") ?? null).toBe(isLiveWaiting ? "/dashboard/new?mode=test" : null);
  });

  it("shows the number of open orders in the page's mode from one stream for all pages", () => {
    const page = renderWithProviders(at("/dashboard/keys"));
    expect(orders()).toBe("Orders2");
    const [stream] = Stream.opened;
    expect(stream?.url).toContain("/dashboard/open/events");
    stream?.say({ live: 3, test: 1_000 });
    expect(orders()).toBe("Orders3");
    page.update(at("/dashboard/settings?mode=test"));
    expect(orders()).toBe("Orders1,000+");
    stream?.say({ live: 3, test: 0 });
    expect(orders()).toBe("Orders");
    expect(Stream.opened).toHaveLength(1);
  });

  it.each([
    ["/dashboard", "Overview", ["/dashboard", "/dashboard?mode=test"]],
    ["/dashboard/orders/ABCD-1234", "Orders", ["/dashboard/orders", "/dashboard/orders?mode=test"]],
    ["/dashboard/addresses", "New order", ["/dashboard/addresses", "/dashboard/addresses?mode=test"]],
    [
      "/dashboard/settings/security",
      "Settings",
      ["/dashboard/settings/security", "/dashboard/settings/security?mode=test"],
    ],
    ["/dashboard/webhooks/1/check", "Webhooks", ["/dashboard/webhooks", "/dashboard/webhooks?mode=test"]],
  ])(
    "at %s marks %s, and keeps the page when the mode changes unless the page shows a single item",
    (path, name, addresses) => {
      renderWithProviders(at(path));
      expect(new Set(current().map((text) => text?.replace(/\d+$/, "")))).toEqual(new Set([name]));
      expect(modes()).toEqual(addresses);
    },
  );
});
