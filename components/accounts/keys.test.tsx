import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toProblems } from "@/app/form";
import { KeyRow } from "@/components/accounts/key-row";
import type { NewSecret } from "@/components/accounts/key-secret";
import { NewKey } from "@/components/accounts/new-key";
import { RotateButton, Rotation } from "@/components/accounts/rotation";
import type { FormAction } from "@/components/ui/form-state";
import type { KeyWithCreator } from "@/lib/accounts/list-account-keys";
import { keyRotation, newKey } from "@/lib/accounts/schema";
import {
  type ActionResult,
  clickButton,
  dialogIsClosed,
  getField,
  hasFocus,
  openDialog,
  openService,
  renderWithProviders,
  setField,
} from "@/testing/render";
import { submitForm } from "@/testing/submit-form";

const SITE = "https://drop.example";
const NOW = new Date("2026-11-21T12:00:00Z");
const DAY_MS = 86_400_000;
const SECRET = `dl_test_${"4".repeat(38)}`;

const KEY: KeyWithCreator = {
  id: "17",
  accountId: "account-17",
  keyHash: new Uint8Array(),
  createdById: null,
  allowedNetworks: [],
  name: "Till 5",
  mode: "live",
  prefix: "dl_live_4f2a",
  lastFour: "9Xyz",
  createdAt: new Date("2026-11-01T12:00:00Z"),
  createdBy: "owner@example.com",
  lastUsedAt: null,
  lastNetwork: null,
  lastRoute: null,
  expiresAt: null,
  revokedAt: null,
};

let service: Awaited<ReturnType<typeof openService>>;
let ping: () => ActionResult;
/** Keys that the page has sent to the API. */
let pinged: unknown[];
/** Fields that the forms submitted. */
let sent: Record<string, string>[];

beforeAll(async () => {
  service = await openService(({ url, headers }) => {
    pinged.push([url, headers.authorization]);
    return ping();
  });
});
afterAll(() => service?.close());
beforeEach(() => {
  ping = () => ({ body: { data: { account_id: "account-17" } } });
  pinged = [];
  sent = [];
});

/** Does what the page's actions do, short of the database. */
const create: FormAction<NewSecret> = (_, form) =>
  submitForm<NewSecret>(form, async (values) => {
    const parsed = newKey.safeParse(values);
    if (!parsed.success) return { problems: toProblems(parsed.error) };
    sent.push(values);
    return { subject: parsed.data.name, result: { secret: SECRET } };
  });
const rotate: FormAction<NewSecret> = (_, form) =>
  submitForm<NewSecret>(form, async (values) => {
    const parsed = keyRotation.safeParse(values);
    if (!parsed.success) return { problems: toProblems(parsed.error) };
    sent.push(values);
    return { subject: KEY.name, result: { secret: SECRET } };
  });
const revoke: FormAction = (_, form) =>
  submitForm(form, async (values) => {
    sent.push(values);
    const isMeant = [KEY.name, KEY.lastFour].includes(values.confirmation ?? "");
    return isMeant ? undefined : { problems: [{ field: "confirmation", code: "confirmation" }] };
  });

const replaceLeaked: FormAction<NewSecret> = (_, form) =>
  submitForm<NewSecret>(form, async (values) => {
    sent.push(values);
    return { subject: KEY.name, result: { secret: SECRET, endpoints: 2 } };
  });
const restrict: FormAction = (_, form) =>
  submitForm(form, async (values) => {
    sent.push(values);
  });

const getChoices = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value, text }) => [value, text]);

describe("a new key", () => {
  it("needs a name, may expire, and is shown only until its dialog is closed", async () => {
    renderWithProviders(<NewKey mode="test" publicUrl={SITE} create={create} />);
    clickButton("New key");
    within(openDialog()).getByText("New test key");
    clickButton("Create key", openDialog());
    const problems = await screen.findByRole("alert");
    await hasFocus(problems);
    expect(problems.textContent).toBe("Fix 1 fieldName: is required");
    expect(getChoices("Expires")).toEqual([
      ["", "never"],
      ["7", "in 7 days"],
      ["30", "in 30 days"],
      ["90", "in 90 days"],
      ["365", "in 365 days"],
    ]);
    fireEvent.change(screen.getByLabelText("Expires"), { target: { value: "7" } });
    setField(getField("name"), "Till 5");
    clickButton("Create key", openDialog());
    await hasFocus(await screen.findByText("The key “Till 5” is ready"));
    screen.getByText(SECRET);
    screen.getByText(`curl ${SITE}/v1/partner/ping -H "Authorization: Bearer ${SECRET}"`);
    expect(sent).toEqual([{ mode: "test", name: "Till 5", lifetime: "7" }]);
    clickButton("I’ve saved it", openDialog());
    await dialogIsClosed();
    await waitFor(() => expect(document.body.textContent).not.toContain(SECRET));
  });

  it("is copied, and checked against the API from the page", async () => {
    renderWithProviders(<NewKey mode="live" publicUrl={SITE} create={create} />);
    clickButton("New key");
    within(openDialog()).getByText("New live key");
    setField(getField("name"), "Till 5");
    clickButton("Create key", openDialog());
    await screen.findByText("The key “Till 5” is ready");
    clickButton("Copy: Key");
    await screen.findByText("Copied");
    expect(await navigator.clipboard.readText()).toBe(SECRET);
    clickButton("Check key");
    await screen.findByText("The key works: the API answered 200.");
    screen.getByText(/account-17/);
    expect(pinged).toEqual([["/v1/partner/ping", `Bearer ${SECRET}`]]);
    ping = () => ({ status: 401, body: { error: { code: "unauthorized" } } });
    clickButton("Check key");
    await screen.findByText("The key was refused: the API answered 401.");
  });
});

describe("a key in the list", () => {
  const card = (change: Partial<KeyWithCreator> = {}, canManage = true, limit: number | null = 600) =>
    renderWithProviders(
      <Rotation rotate={rotate} replaceLeaked={replaceLeaked} mode="live" publicUrl={SITE}>
        <ul>
          <KeyRow
            apiKey={{ ...KEY, ...change }}
            days={[0, 0, 1, 2, 0, 0, 4]}
            used={12}
            limit={limit}
            now={NOW}
            canManage={canManage}
            revoke={revoke}
            restrict={restrict}
          />
        </ul>
      </Rotation>,
    );
  const text = () => screen.getByRole("listitem").textContent;
  const offered = () =>
    screen.queryAllByRole("button").flatMap((one) => (one.closest("dialog") ? [] : one.textContent));

  it("shows its first and last characters, its creator, and its calls", () => {
    card();
    expect(text()).toContain("Till 5Active");
    expect(text()).toContain("dl_live_4f2a…9Xyz");
    expect(text()).toContain("By owner@example.com");
    expect(text()).toContain("This minute12 of 600");
    expect(text()).toContain("Last usednever");
    expect(text()).not.toContain("Expire");
    expect(screen.getByRole("link").getAttribute("href")).toBe("/dashboard/requests?key=17");
    expect(screen.getByRole("link").textContent).toContain("7 requests in 7 days; by day, oldest first");
    expect(offered()).toEqual(["Replace", "Networks", "Report a leak", "Revoke"]);
  });

  it.each([
    [
      "expires soon",
      { expiresAt: new Date(NOW.getTime() + DAY_MS) },
      "Expires soon",
      ["Replace", "Networks", "Report a leak", "Revoke"],
    ],
    [
      "expires later",
      { expiresAt: new Date(NOW.getTime() + 60 * DAY_MS) },
      "Expires",
      ["Replace", "Networks", "Report a leak", "Revoke"],
    ],
    ["has expired", { expiresAt: new Date(NOW.getTime() - DAY_MS) }, "Expired", []],
    ["has been revoked", { revokedAt: new Date(NOW.getTime() - DAY_MS) }, "Revoked", []],
  ])("shows its state if it %s", (_, change, state, buttons) => {
    card(change);
    expect(text()).toContain(state);
    expect(offered()).toEqual(buttons);
  });

  it("shows the network and the operation of its last use", () => {
    const lastUsedAt = new Date(NOW.getTime() - 3 * 60_000);
    card({ lastUsedAt, lastNetwork: "192.0.2.7", lastRoute: "GET /v1/partner/ping" }, true, null);
    expect(text()).toMatch(/Last used.+ ago · 192\.0\.2\.7GET \/v1\/partner\/ping/);
    expect(text()).toContain("This minute12");
    expect(text()).not.toContain("of 600");
  });

  it("shows the service as the creator if no user created it, and links staff only to its calls", () => {
    card({ createdBy: null, mode: "test" }, false);
    expect(text()).toContain("By the service");
    expect(offered()).toEqual([]);
    expect(screen.getByRole("link").getAttribute("href")).toBe("/dashboard/requests?key=17&mode=test");
  });

  it.each(["0", "1", "24", "168"])(
    "is replaced while the old key keeps working for %s hours",
    async (overlap) => {
      card();
      clickButton("Replace");
      const dialog = openDialog();
      within(dialog).getByText("Replace the key “Till 5”");
      expect(getField("overlap").value).toBe("24");
      expect(getChoices("Keep the old key working for")).toEqual([
        ["0", "no time: it stops now"],
        ["1", "1 hour"],
        ["24", "24 hours"],
        ["168", "7 days"],
      ]);
      fireEvent.change(within(dialog).getByLabelText("Keep the old key working for"), {
        target: { value: overlap },
      });
      fireEvent.change(within(dialog).getByLabelText("New key expires"), { target: { value: "90" } });
      clickButton("Create new key", dialog);
      const title = await within(dialog).findByText("New key “Till 5”");
      await hasFocus(title);
      within(dialog).getByText(/Copy the key now/);
      within(dialog).getByText(SECRET);
      expect(sent).toEqual([{ id: "17", overlap, lifetime: "90" }]);
    },
  );

  it("shows its replacement even after it has left the list, and only until the dialog is closed", async () => {
    const { update } = card();
    clickButton("Replace");
    clickButton("Create new key", openDialog());
    await within(openDialog()).findByText(SECRET);
    update(
      <Rotation rotate={rotate} replaceLeaked={replaceLeaked} mode="live" publicUrl={SITE}>
        <ul />
      </Rotation>,
    );
    within(openDialog()).getByText(SECRET);
    clickButton("I’ve saved it", openDialog());
    await dialogIsClosed();
    await waitFor(() => expect(document.body.textContent).not.toContain(SECRET));
  });

  it.each(["9Xyz", "Till 5"])(
    "is revoked when “%s” is typed, and not when another text is typed",
    async (confirmation) => {
      card();
      clickButton("Revoke");
      const dialog = openDialog();
      within(dialog).getByText("Revoke the key “Till 5”?");
      within(dialog).getByText("Type “Till 5” or “9Xyz”.");
      setField(getField("confirmation"), "Another");
      clickButton("Revoke for good", dialog);
      const problems = await within(dialog).findByRole("alert");
      await hasFocus(problems);
      expect(problems.textContent).toContain("must be the key’s name or its last four characters");
      setField(getField("confirmation"), confirmation);
      clickButton("Revoke for good", dialog);
      await dialogIsClosed();
      expect(sent).toEqual([
        { id: "17", confirmation: "Another" },
        { id: "17", confirmation },
      ]);
    },
  );
});

describe("a leaked key", () => {
  it("is replaced at once, and its successor, disabled endpoints and calls are shown", async () => {
    renderWithProviders(
      <Rotation rotate={rotate} replaceLeaked={replaceLeaked} mode="live" publicUrl={SITE}>
        <RotateButton id="17" name="Till 5" isLeaked describedBy="x" />
      </Rotation>,
    );
    clickButton("Report a leak");
    within(openDialog()).getByText("Has the key “Till 5” leaked?");
    clickButton("Revoke and replace", openDialog());
    await screen.findByText(SECRET);
    screen.getByText("2 webhook endpoints were disabled.");
    expect(screen.getByRole("link", { name: "24 hours" }).getAttribute("href")).toBe(
      "/dashboard/requests?key=17&period=24h",
    );
    expect(sent).toEqual([{ id: "17", lifetime: "" }]);
  });
});
