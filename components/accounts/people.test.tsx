import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { toProblems } from "@/app/form";
import { DeliveryFacts, DeliveryForm } from "@/components/accounts/delivery-settings";
import { IdentityFacts, IdentityForm } from "@/components/accounts/identity-form";
import { PasskeyForm, PasskeyList } from "@/components/accounts/passkeys";
import { SessionList } from "@/components/accounts/session-list";
import { AccountForm, PasswordForm, ThemeForm } from "@/components/accounts/settings-forms";
import { InvitationActions, InviteForm, PersonActions } from "@/components/accounts/team-actions";
import { PREVIEW_READY, type PreviewMessages } from "@/components/tracking/preview-messages";
import { type FormAction, type FormState, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { accountSettings, deliverySettings, newPerson, passwordChange } from "@/lib/accounts/schema";
import type { InvitationLink } from "@/lib/accounts/write-invitation";
import { DomainError } from "@/lib/domain-error";
import { listPhoneCountries } from "@/lib/list-phone-countries";
import {
  clickButton,
  dialogIsClosed,
  getField,
  hasFocus,
  openDialog,
  renderWithProviders,
  setField,
} from "@/testing/render";
import { submitForm } from "@/testing/submit-form";

const EMAIL = "new.colleague@example.com";
const buildLink = (secret: string) => `https://drop.example/join/${secret}`;

/** Fields that the forms submitted. */
let sent: Record<string, string>[];
beforeEach(() => {
  sent = [];
});

/** An action that goes through, unless its work refuses. */
const does =
  (work: (values: Record<string, string>) => void = () => {}): FormAction =>
  (_, form) =>
    submitForm(form, async (values) => {
      sent.push(values);
      work(values);
      return undefined;
    });
const refuse = (code: ConstructorParameters<typeof DomainError>[0]) => () => {
  throw new DomainError(code);
};

/** Does what the page's action does, short of the database. */
const invite: FormAction<InvitationLink> = (_, form) =>
  submitForm<InvitationLink>(form, async (values) => {
    const parsed = newPerson.safeParse(values);
    if (!parsed.success) return { problems: toProblems(parsed.error) };
    const { email, roles } = parsed.data;
    const link = buildLink(roles.join("-"));
    return { subject: email, result: { email, link, isMailed: roles.includes("manager") } };
  });

const GRANTABLE = ["manager", "dispatcher", "viewer"] as const;

describe("an invitation", () => {
  it("requires an email, and shows its link to copy", async () => {
    const user = userEvent.setup();
    renderWithProviders(<InviteForm action={invite} audience="account" grantable={GRANTABLE} locale="ru" />);
    clickButton("Create invitation");
    const problems = await screen.findByRole("alert");
    await hasFocus(problems);
    expect(problems.textContent).toBe("Fix 1 fieldEmail: is required");
    setField(getField("email"), "nobody");
    expect(screen.queryByRole("alert")).toBeNull();
    clickButton("Create invitation");
    expect((await screen.findByRole("alert")).textContent).toContain("must be an address such as");
    expect(getField("email").value).toBe("nobody");
    setField(getField("email"), EMAIL);
    clickButton("Create invitation");
    await screen.findByText(`${EMAIL} has been invited`);
    screen.getByText(buildLink("dispatcher"));
    expect(screen.queryByText(/emailed/)).toBeNull();
    clickButton("Copy: Invitation link");
    await screen.findByText("Copied");
    expect(await navigator.clipboard.readText()).toBe(buildLink("dispatcher"));
    expect(getField("email").value).toBe("");
    await user.click(screen.getByRole("checkbox", { name: /^Dispatcher/ }));
    setField(getField("email"), EMAIL);
    clickButton("Create invitation");
    expect((await screen.findByRole("alert")).textContent).toBe("Fix 1 fieldRoles: is required");
    await user.click(screen.getByRole("checkbox", { name: /^Manager/ }));
    await user.click(screen.getByRole("checkbox", { name: /^Viewer/ }));
    clickButton("Create invitation");
    await screen.findByText(`We’ve also emailed it to ${EMAIL}.`);
    screen.getByText(buildLink("manager-viewer"));
    expect(screen.queryByRole("checkbox", { name: /^Owner/ })).toBeNull();
  });

  it("is renewed and revoked once that is confirmed", async () => {
    const renew: FormAction<InvitationLink> = (_, form) =>
      submitForm<InvitationLink>(form, async (values) => {
        sent.push(values);
        return { subject: EMAIL, result: { email: EMAIL, link: buildLink("second"), isMailed: false } };
      });
    renderWithProviders(<InvitationActions id="17" email={EMAIL} renew={renew} revoke={does()} />);
    clickButton("New link");
    within(openDialog()).getByText(`New link for ${EMAIL}?`);
    within(openDialog()).getByText(/The old link stops working/);
    clickButton("Create link");
    const title = await within(openDialog()).findByText(`New link for ${EMAIL}`);
    await hasFocus(title);
    within(openDialog()).getByText(buildLink("second"));
    clickButton("Close");
    await dialogIsClosed();
    clickButton("Revoke");
    within(openDialog()).getByText(`Revoke the invitation for ${EMAIL}?`);
    expect(sent).toEqual([{ id: "17" }]);
    clickButton("Revoke", openDialog());
    await dialogIsClosed();
    expect(sent).toEqual([{ id: "17" }, { id: "17" }]);
  });
});

describe("a person of the account", () => {
  const person = {
    id: "17",
    email: EMAIL,
    audience: "account" as const,
    roles: ["dispatcher"] as const,
    grantable: GRANTABLE,
    isDisabled: false,
    isSelf: false,
  };
  const buttons = () =>
    screen
      .getAllByRole("button", { hidden: false })
      .flatMap((one) => (one.closest("dialog") ? [] : one.textContent));

  it.each([
    ["a colleague", {}, ["Change roles", "Disable"]],
    ["the reader", { isSelf: true }, ["Change roles"]],
    ["disabled", { isDisabled: true }, ["Restore access"]],
  ])("offers a person who is %s the actions that apply", (_, change, names) => {
    renderWithProviders(<PersonActions {...person} {...change} setRoles={does()} switchAccess={does()} />);
    expect(buttons()).toEqual(names);
  });

  it.each([
    ["Disable", {}, { id: "17", disable: "true" }],
    ["Restore access", { isDisabled: true }, { id: "17", disable: "false" }],
  ])("is changed by “%s” once that is confirmed", async (name, change, values) => {
    renderWithProviders(<PersonActions {...person} {...change} setRoles={does()} switchAccess={does()} />);
    clickButton(name);
    expect(openDialog().textContent).toContain(EMAIL);
    expect(sent).toEqual([]);
    clickButton(name, openDialog());
    await dialogIsClosed();
    expect(sent).toEqual([values]);
  });

  it("cannot stop being the only owner, and the dialog gives the reason", async () => {
    const setRoles = does(refuse("LAST_OWNER"));
    renderWithProviders(<PersonActions {...person} isSelf setRoles={setRoles} switchAccess={does()} />);
    clickButton("Change roles");
    fireEvent.click(within(openDialog()).getByRole("checkbox", { name: /^Viewer/ }));
    clickButton("Save roles", openDialog());
    const refusal = await within(openDialog()).findByRole("alert");
    await hasFocus(refusal);
    expect(refusal.textContent).toContain("at least one owner");
    clickButton("Not now");
    await dialogIsClosed();
    expect(sent).toEqual([{ id: "17", role_dispatcher: "on", role_viewer: "on" }]);
    clickButton("Change roles");
    // Each opening starts fresh.
    expect(within(openDialog()).queryByRole("alert")).toBeNull();
  });
});

describe("sessions and passkeys", () => {
  const here = {
    id: "1",
    network: "192.0.2.1",
    usedAt: "2026-11-21T12:00:00.000Z",
    wayIn: "password",
  } as const;
  const laptop = { ...here, device: { browser: "Chrome", system: "macOS" }, isOwn: true };
  const phone = {
    ...here,
    id: "2",
    device: { browser: "Safari", system: "iPhone" },
    wayIn: "passkey" as const,
    isOwn: false,
  };

  it("shows each device, marks the current session, and ends the others", async () => {
    renderWithProviders(<SessionList sessions={[laptop, phone]} end={does()} endOthers={does()} />);
    const [own, other] = screen.getAllByRole("listitem");
    expect(own?.textContent).toContain("Chrome · macOSThis session · 192.0.2.1 · signed in with a password");
    expect(other?.textContent).toMatch(/Safari · iPhoneLast used .* signed in with a passkey/);
    if (own === undefined || other === undefined) throw new Error("no rows");
    expect(within(own).queryByRole("button")).toBeNull();
    clickButton("Sign out", other);
    clickButton("Sign out", openDialog());
    await dialogIsClosed();
    clickButton("Sign out all other devices");
    clickButton("Sign out all other devices", openDialog());
    await dialogIsClosed();
    expect(sent).toEqual([{ id: "2" }, {}]);
  });

  it("offers no session to end if there is one session with an unknown device", () => {
    const unknown = { ...laptop, device: { browser: null, system: null } };
    renderWithProviders(<SessionList sessions={[unknown]} end={does()} endOthers={does()} />);
    expect(screen.getByRole("listitem").textContent).toContain("Unknown device");
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("lists the passkeys, and deletes one after confirmation", async () => {
    const passkey = { id: "7", name: "Work laptop", createdAt: new Date(here.usedAt), lastUsedAt: null };
    const { update } = renderWithProviders(<PasskeyList passkeys={[passkey]} remove={does()} />);
    expect(screen.getByRole("listitem").textContent).toMatch(/^Work laptopAdded .* · Not used yet/);
    clickButton("Delete");
    within(openDialog()).getByText("Delete “Work laptop”?");
    clickButton("Delete", openDialog());
    await dialogIsClosed();
    expect(sent).toEqual([{ id: "7" }]);
    update(<PasskeyList passkeys={[]} remove={does()} />);
    screen.getByText("You have no passkeys yet.");
  });

  it("keeps the form and shows an error when the device creates no passkey", async () => {
    const begin: Parameters<typeof PasskeyForm>[0]["begin"] = async () => ({
      ...INITIAL_FORM_STATE,
      isDone: true,
      result: {} as never,
    });
    renderWithProviders(<PasskeyForm begin={begin} finish={does()} />);
    setField(getField("name"), "Work laptop");
    setField(getField("present_password"), "secret");
    clickButton("Add a passkey");
    await screen.findByText("Your device didn’t create a passkey. Try again.");
    await waitFor(() =>
      expect([getField("name").value, getField("present_password").value]).toEqual(["Work laptop", ""]),
    );
    expect(sent).toEqual([]);
  });
});

describe("the settings", () => {
  const change =
    (work?: () => void): FormAction =>
    (_, form) =>
      submitForm(form, async (values) => {
        const parsed = passwordChange.safeParse(values);
        if (!parsed.success) return { problems: toProblems(parsed.error) };
        sent.push(values);
        work?.();
        return undefined;
      });

  it("saves a new password, and never fills in a typed one again", async () => {
    let work: (() => void) | undefined = refuse("PASSWORD_WRONG");
    renderWithProviders(<PasswordForm email={EMAIL} action={change(() => work?.())} />);
    setField(getField("present_password"), "not the password");
    setField(getField("new_password"), "short");
    clickButton("Change password");
    expect((await screen.findByRole("alert")).textContent).toContain("must have at least 10 characters");
    setField(getField("present_password"), "not the password");
    setField(getField("new_password"), "another one entirely");
    clickButton("Change password");
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Wrong password"));
    expect([getField("present_password").value, getField("new_password").value]).toEqual(["", ""]);
    work = undefined;
    setField(getField("present_password"), "correct horse battery");
    setField(getField("new_password"), "another one entirely");
    clickButton("Change password");
    await screen.findByText(/you’ve been signed out on all other devices/);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(sent.at(-1)).toEqual({
      username: EMAIL,
      present_password: "correct horse battery",
      new_password: "another one entirely",
    });
  });

  it("shows passwords when the user ticks the box", async () => {
    renderWithProviders(<PasswordForm email={EMAIL} action={change()} />);
    expect([getField("present_password").type, getField("new_password").type]).toEqual([
      "password",
      "password",
    ]);
    await userEvent.click(screen.getByLabelText("Show password"));
    expect([getField("present_password").type, getField("new_password").type]).toEqual(["text", "text"]);
  });

  it("saves the account's name and time zone, and keeps both visible", async () => {
    const save: FormAction = (_, form) =>
      submitForm(form, async (values) => {
        const parsed = accountSettings.safeParse(values);
        if (!parsed.success) return { problems: toProblems(parsed.error) };
        sent.push(parsed.data);
        return undefined;
      });
    const zones = [
      { name: "Asia/Omsk", offset: "GMT+6" },
      { name: "Asia/Ho_Chi_Minh", offset: "GMT+7" },
      { name: "Europe/Moscow", offset: "GMT+3" },
    ];
    const form = (name: string, timeZone: string) => (
      <AccountForm
        name={name}
        timeZone={timeZone}
        zones={zones}
        phoneCountry="MD"
        countries={listPhoneCountries("en")}
        action={save}
      />
    );
    const { update } = renderWithProviders(form("Tea", "Europe/Moscow"));
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toContain(
      "Asia/Ho Chi Minh (GMT+7)",
    );
    setField(getField("name"), "");
    clickButton("Save");
    expect((await screen.findByRole("alert")).textContent).toContain("Account name: is required");
    setField(getField("name"), "Чайная «Пар»");
    await userEvent.selectOptions(screen.getByLabelText("Time zone"), "Asia/Omsk");
    await userEvent.selectOptions(screen.getByLabelText("Phone numbers"), "Kazakhstan (+7)");
    clickButton("Save");
    await screen.findByText("Saved.");
    update(form("Чайная «Пар»", "Asia/Omsk"));
    expect([getField("name").value, getField("time_zone").value]).toEqual(["Чайная «Пар»", "Asia/Omsk"]);
    expect(sent).toEqual([{ name: "Чайная «Пар»", time_zone: "Asia/Omsk", phone_country: "KZ" }]);
  });

  it("saves the delivery settings, and shows them read-only to staff", async () => {
    const settings = {
      proofPhoto: true,
      proofCode: false,
      proofSignature: false,
      proofDays: 90,
      waitingMinutes: 10,
      answerMinutes: 15,
      unansweredAction: "return",
      recipientDecides: false,
      recipientWindowHours: null,
      deliveryMode: "shared",
    } as const;
    const taken: unknown[] = [];
    const save: FormAction = (_, form) =>
      submitForm(form, async (values) => {
        const parsed = deliverySettings.safeParse(values);
        if (!parsed.success) return { problems: toProblems(parsed.error) };
        taken.push(parsed.data);
        return undefined;
      });
    const waiting = { perMinute: 7, freeMinutes: 10 };
    renderWithProviders(<DeliveryForm settings={settings} waiting={waiting} action={save} />);
    expect(document.body.textContent).toContain(
      "waiting on the second try, which is ₽7 a minute after 10\u00a0min",
    );
    const user = userEvent.setup();
    setField(getField("proof_days"), "0");
    setField(getField("waiting_minutes"), "121");
    setField(getField("recipient_window_hours"), "10 to 20");
    clickButton("Save");
    const problems = await screen.findByRole("alert");
    expect(problems.textContent).toContain(
      "Keep photos and signatures for: must be a whole number from 1 to 3650",
    );
    expect(problems.textContent).toContain("Wait at the door for: must be a whole number from 0 to 120");
    expect(problems.textContent).toContain("Recipients choose another time within: must be hours such as");
    setField(getField("recipient_window_hours"), "10:00 – 20:00");
    setField(getField("proof_days"), "30");
    setField(getField("waiting_minutes"), "5");
    await user.click(screen.getByLabelText(/^Photo/));
    await user.click(screen.getByLabelText(/^Code/));
    await user.selectOptions(screen.getByLabelText("If nobody decides"), "leave");
    await user.click(screen.getByLabelText(/^The recipient decides/));
    clickButton("Save");
    await screen.findByText("Saved.");
    const changed = { ...settings, proofPhoto: false, proofCode: true, proofDays: 30, waitingMinutes: 5 };
    expect(taken).toEqual([
      { ...changed, unansweredAction: "leave", recipientDecides: true, recipientWindowHours: "10:00-20:00" },
    ]);
    renderWithProviders(<DeliveryFacts settings={settings} />);
    const facts = document.querySelector("dl")?.textContent;
    expect(facts).toContain("Proof at each stopPhoto of the goods");
    expect(facts).toContain("90 days");
    expect(facts).toContain("The recipient asks, you decide");
    expect(facts).not.toContain("Signature");
  });

  it("submits the chosen theme", async () => {
    renderWithProviders(<ThemeForm theme="light" action={does()} />);
    expect(screen.getByLabelText<HTMLInputElement>("Light").checked).toBe(true);
    await userEvent.click(screen.getByLabelText("Dark"));
    clickButton("Apply");
    await waitFor(() => expect(sent).toEqual([{ theme: "dark" }]));
  });
});

describe("the shop's identity for recipients", () => {
  const ACCOUNT = {
    name: "Books Ltd",
    brandName: null,
    accent: null,
    logo: null,
    contactPhone: null,
    contactUrl: "https://books.example",
  };
  const message = () => screen.getByRole("figure", { name: "Link in a message" });
  /** Returns the last message posted to the framed tracking page. */
  const notified = () => {
    const post = vi.fn<(told: PreviewMessages, to: string) => void>();
    const source = { postMessage: post };
    Object.defineProperty(screen.getByTitle("Tracking page"), "contentWindow", { value: source });
    fireEvent(window, Object.assign(new Event("message"), { source, data: PREVIEW_READY }));
    return () => post.mock.lastCall;
  };

  it("previews each change, and submits the chosen logo until it is saved", async () => {
    const user = userEvent.setup();
    const answers: (() => FormState)[] = [
      () => ({
        ...INITIAL_FORM_STATE,
        problems: [{ field: "logo", code: "logo_picture" }],
        values: { brand_name: "Shelf" },
      }),
      () => ({ ...INITIAL_FORM_STATE, isDone: true }),
    ];
    const forms: FormData[] = [];
    const action: FormAction = async (_, form) => {
      forms.push(form);
      return answers.shift()?.() ?? INITIAL_FORM_STATE;
    };
    renderWithProviders(<IdentityForm account={ACCOUNT} action={action} />);
    const last = notified();
    expect(last()).toEqual([
      {
        shop: {
          name: "Books Ltd",
          accent: null,
          glyph: "white",
          logoUrl: null,
          contact: { phone: null, url: "https://books.example" },
        },
        theme: "light",
      },
      window.location.origin,
    ]);
    await user.type(getField("brand_name"), "Shelf");
    await user.type(getField("contact_phone"), "8 916");
    setField(getField("accent"), "#F2C14E");
    clickButton("Dark");
    expect(last()?.[0]).toMatchObject({
      shop: { name: "Shelf", accent: "#f2c14e", glyph: "ink", contact: { phone: "8 916" } },
      theme: "dark",
    });
    expect(message().textContent).toContain("Shelf");
    expect(screen.getByLabelText<HTMLInputElement>("Pick a color").value).toBe("#f2c14e");
    setField(screen.getByLabelText<HTMLInputElement>("Pick a color"), "#123456");
    expect(getField("accent").value).toBe("#123456");

    await user.upload(getField("logo"), new File(["picture"], "logo.png", { type: "image/png" }));
    await waitFor(() => expect(last()?.[0].shop.logoUrl).toMatch(/^blob:/));
    clickButton("Save");
    expect((await screen.findByRole("alert")).textContent).toContain("Logo: must be a PNG");
    clickButton("Save");
    await screen.findByText("Saved.");
    expect(forms.map((form) => (form.get("logo") as File).name)).toEqual(["logo.png", "logo.png"]);
    expect(forms[1]?.get("brand_name")).toBe("Shelf");
  });

  it("shows no logo after it is removed", async () => {
    const forms: FormData[] = [];
    const action: FormAction = async (_, form) => {
      forms.push(form);
      return { ...INITIAL_FORM_STATE, isDone: true };
    };
    renderWithProviders(<IdentityForm account={{ ...ACCOUNT, logo: "a".repeat(64) }} action={action} />);
    expect(message().querySelector("img")?.getAttribute("src")).toBe(`/logos/${"a".repeat(64)}.webp`);
    clickButton("Remove logo");
    expect(message().querySelector("img")).toBeNull();
    clickButton("Save");
    await screen.findByText("Saved.");
    expect([forms[0]?.get("logo"), forms[0]?.get("remove_logo")]).toEqual([null, "true"]);
  });

  it("is read-only for staff", () => {
    renderWithProviders(<IdentityFacts account={{ ...ACCOUNT, accent: "#8c2b4a" }} />);
    screen.getByText("#8c2b4a");
    screen.getByText("https://books.example");
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(notified()()?.[0].shop.accent).toBe("#8c2b4a");
  });
});
