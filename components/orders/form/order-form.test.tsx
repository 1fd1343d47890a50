import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { submitDraft } from "@/app/dashboard/submit-draft";
import { type FormResult, OrderForm } from "@/components/orders/form/order-form";
import { type FormAction, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import type { Mode } from "@/lib/account-scope";
import type { DeliverySettings } from "@/lib/accounts/delivery-settings";
import type { ShopBranding } from "@/lib/accounts/shop-identity";
import { DomainError } from "@/lib/domain-error";
import { requireFields } from "@/lib/http/issues";
import { listPhoneCountries } from "@/lib/list-phone-countries";
import type { Locale } from "@/lib/locale/locale";
import { draftFromDetails, emptyDraft, type OrderDraft } from "@/lib/orders/form/draft";
import type { DeliveryTemplate } from "@/lib/orders/form/template";
import type { EditableDraft } from "@/lib/orders/form/to-editable-order";
import type { Stop } from "@/lib/orders/order";
import { requestHash } from "@/lib/orders/request-hash";
import type { SavedAddress } from "@/lib/orders/saved-addresses/address";
import { type CreateOrderBody, detailsFromBody, orderBody as orderBodySchema } from "@/lib/orders/schema";
import { address, orderBody, orderBodyWith } from "@/testing/api-client";
import { type ActionResult, getField, openService, renderWithProviders, setField } from "@/testing/render";
import { submitForm } from "@/testing/submit-form";

const PRICE = 350;
const ORDER_PAGE = "/dashboard/orders/ABCD-1234";
const FOUND = {
  label: "улица Марата, 30",
  latitude: 59.9287,
  longitude: 30.3607,
  area: "Санкт-Петербург",
  street: "улица Марата",
  building: "30",
};

let service: Awaited<ReturnType<typeof openService>>;
let quote: () => ActionResult;
let search: () => ActionResult;
/** Bodies of the quote requests. */
let quoted: unknown[];
/** Fields that the form submitted. */
let sent: Record<string, string>[];
/** The result of a save. */
let work: (body: CreateOrderBody) => Promise<string>;

const quoteId = (price: number) => `00000000-0000-4000-8000-000000000${price}`;
const getQuote = (price: number, livesMs = 300_000): ActionResult => ({
  body: {
    quote_id: quoteId(price),
    price,
    return_price: 90,
    distance: 4_200,
    duration: 900,
    dropoffs: [{ distance: 4_200, duration: 900, cargo_size: "M", price }],
    lives_ms: livesMs,
  },
});

beforeAll(async () => {
  service = await openService(({ url }, body) => {
    if (url?.startsWith("/dashboard/addresses/search")) return search();
    quoted.push(JSON.parse(body));
    return quote();
  });
});
afterAll(() => service?.close());
beforeEach(() => {
  quote = () => getQuote(PRICE);
  search = () => ({ body: { places: [FOUND] } });
  quoted = [];
  sent = [];
  work = async () => "ABCD-1234";
});
afterEach(() => {
  // A form that still stands keeps its draft.
  cleanup();
  sessionStorage.clear();
  home = "RU";
  edited = null;
  question = null;
});

const refuse = (code: ConstructorParameters<typeof DomainError>[0]) => async () => {
  throw new DomainError(code);
};
/** The account's phone country, and the order that is edited. */
let home = "RU";
let edited: OrderDraft | null = null;
/** What the service asks about the trip. */
let question: FormResult["question"] = null;
/** Does what the page's actions do with a form, short of the database. */
const save: FormAction<FormResult> = (_, form) =>
  submitForm<FormResult>(form, (values) => {
    sent.push(values);
    return submitDraft(values, { phoneCountry: home, edited }, async (body) =>
      question === null || values.confirmed === question.key
        ? { code: await work(requireFields(orderBodySchema, body)), question: null }
        : { code: null, question },
    );
  });

const buildCopy = (body = orderBody()): OrderDraft =>
  draftFromDetails(detailsFromBody(body), "web-0123456789");
const getOpened = (body: CreateOrderBody): EditableDraft => {
  const details = detailsFromBody(body);
  const draft = draftFromDetails(details, body.external_order_id);
  return { code: "ABCD-1234", version: requestHash(details), draft, price: PRICE };
};

/** Its stops ask for a photo unless they say otherwise. */
const SETTINGS: DeliverySettings = {
  proofPhoto: true,
  proofCode: false,
  proofSignature: false,
  proofDays: 90,
  waitingMinutes: 10,
  answerMinutes: 20,
  unansweredAction: "leave",
  recipientDecides: false,
  recipientWindowHours: null,
  deliveryMode: "shared",
};

/** All 245 options per number would take most of the time. */
const COUNTRIES = new Set(["GB", "KZ", "MD", "RU"]);

interface FormProps {
  initial?: OrderDraft;
  opened?: EditableDraft | null;
  action?: FormAction<FormResult>;
  keepAddress?: FormAction<SavedAddress>;
  locale?: Locale;
  saved?: readonly SavedAddress[];
  recent?: readonly Stop[];
  usual?: Stop | null;
  templates?: readonly DeliveryTemplate[];
  mode?: Mode;
}

const SHOP: ShopBranding = {
  name: "Polyn",
  accent: null,
  glyph: "white",
  logoUrl: null,
  contact: { phone: null, url: null },
};

function open({
  initial,
  opened = null,
  action = save,
  keepAddress,
  locale = "en",
  saved = [],
  recent = [],
  usual = null,
  templates = [],
  mode = "live",
}: FormProps = {}) {
  return renderWithProviders(
    <OrderForm
      title="New order"
      action={action}
      keepAddress={keepAddress ?? (async () => INITIAL_FORM_STATE)}
      templates={{
        all: templates,
        actions: { save: async () => INITIAL_FORM_STATE, remove: async () => INITIAL_FORM_STATE },
      }}
      draftPlace={`test:${opened?.code ?? "new"}`}
      initial={opened?.draft ?? initial ?? emptyDraft("web-0123456789")}
      opened={opened}
      mode={mode}
      shop={SHOP}
      locale={locale}
      styleUrl={null}
      hasSearch
      saved={saved}
      recent={recent}
      usual={usual}
      settings={SETTINGS}
      phoneCountry={home}
      countries={listPhoneCountries(locale).filter(({ country }) => COUNTRIES.has(country))}
    />,
    locale,
  );
}

/** The one field of a stop's address: 0 is the pickup's. */
const getAddress = (stop: number) =>
  document.getElementById(`${stop === 0 ? "pickup" : `dropoffs.${stop - 1}`}.address`) as HTMLInputElement;
/** Opens the folds of rare fields: every stop's, and the order's. */
const unfold = () => clickAll("section details > summary:only-child");
/** Closes those that may be closed. */
const fold = () => clickAll("section details > summary:not(:only-child)");
const clickAll = (selector: string) => {
  for (const element of document.querySelectorAll(selector)) fireEvent.click(element);
};
const formatStatus = (box: HTMLInputElement) =>
  find(`[id="${box.getAttribute("aria-describedby")?.split(" ")[0]}"]`).textContent;
const offered = () => [...document.querySelectorAll<HTMLElement>("[role=option]")];
const options = () => offered().map(({ textContent }) => textContent);

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`Nothing is ${selector}.`);
  return found;
};
const submit = () => find("aside button[type=submit]") as HTMLButtonElement;
const isPriced = (price = PRICE) =>
  waitFor(() => {
    expect(find("[data-price]").textContent).toBe(`₽${price}`);
    expect(submit().disabled).toBe(false);
  });
const alert = () => screen.findByRole("alert");
// Compared as a boolean: printing an element would print the whole page.
const hasFocus = (element: Element | undefined) =>
  waitFor(() => expect(document.activeElement === element).toBe(true));
const isSaved = (visited: readonly string[], count = 1) =>
  waitFor(() => expect(visited).toEqual(Array.from({ length: count }, () => ORDER_PAGE)));
const items = (place: HTMLElement) => [...place.querySelectorAll("li")].map((item) => item.textContent);
const toDraft = (values: Record<string, string> | undefined): OrderDraft => JSON.parse(values?.draft ?? "");

describe("a new order", () => {
  it("focuses the first missing address, unless that would open an on-screen keyboard", async () => {
    let hasMouse = true;
    const match = window.matchMedia.bind(window);
    const input = vi.spyOn(window, "matchMedia").mockImplementation((query) =>
      query === "(pointer: fine)"
        ? ({
            matches: hasMouse,
            addEventListener() {},
            removeEventListener() {},
          } as unknown as MediaQueryList)
        : match(query),
    );
    open().leave();
    const shown = open();
    await hasFocus(getAddress(0));
    shown.leave();
    const draft = emptyDraft("web-0123456789");
    const address = { ...draft.pickup.address, street: "Nevsky", building: "28" };
    const begun = open({ initial: { ...draft, pickup: { ...draft.pickup, address } } });
    await hasFocus(getAddress(1));
    begun.leave();
    hasMouse = false;
    open();
    expect(document.activeElement).toBe(document.body);
    input.mockRestore();
  });

  it("shows every problem at once, next to its field, in the reader's language", async () => {
    open({ locale: "ru" });
    unfold();
    setField(getField("pickup.address.latitude"), "91");
    setField(getField("pickup.address.longitude"), "восток");
    setField(getField("dropoffs.0.address.apartment"), "12а");
    fireEvent.click(submit());
    const box = await alert();
    await hasFocus(box);
    expect(box.textContent).toContain("Исправьте 9 полей");
    expect(box.querySelectorAll("a")).toHaveLength(9);
    expect(box.textContent).not.toMatch(/[a-z]{2,}/i);
    within(box).getByText("Точка 1 · Телефон");
    fireEvent.click(within(box).getByText("Точка 1 · Квартира"));
    const apartment = getField("dropoffs.0.address.apartment");
    await hasFocus(apartment);
    expect(find(`[id="${apartment.getAttribute("aria-describedby")}"]`).textContent).toMatch(/целое число/);
    expect(apartment.value).toBe("12а");
    fireEvent.click(within(box).getByText("Точка 1 · Адрес"));
    await hasFocus(getAddress(1));
    expect(getAddress(1).getAttribute("aria-invalid")).toBe("true");
    setField(apartment, "12");
    expect(apartment.hasAttribute("aria-invalid")).toBe(false);
    expect(box.textContent).toContain("Исправьте 8 полей");
  });

  it("shows rare fields on request, and keeps those with a problem visible", async () => {
    open({ initial: buildCopy() });
    const drawn = () =>
      [...document.querySelectorAll<HTMLInputElement>("form [name]")].map(({ name }) => name);
    expect(drawn().filter((name) => name !== "cargo_size")).toEqual(
      [
        "address.apartment",
        "address.entrance",
        "address.floor",
        "address.intercom",
        "contact.name",
        "contact.value",
      ].map((name) => `dropoffs.0.${name}`),
    );
    unfold();
    setField(getField("dropoffs.0.address.latitude"), "91");
    setField(getField("payment_amount"), "много");
    fold();
    expect(drawn()).not.toContain("dropoffs.0.address.latitude");
    fireEvent.click(submit());
    const box = await alert();
    for (const [line, name] of [
      ["Dropoff 1 · Latitude", "dropoffs.0.address.latitude"],
      ["Buyout amount", "payment_amount"],
    ] as const) {
      fold();
      fireEvent.click(within(box).getByText(line));
      await hasFocus(getField(name));
    }
    setField(getField("dropoffs.0.address.latitude"), "59,9");
    fold();
    expect(drawn()).not.toContain("dropoffs.0.address.latitude");
    expect(drawn()).toContain("payment_amount");
  });

  it("keeps the typed text through a lost connection and a reload, until it has been sent", async () => {
    const first = open({
      initial: buildCopy(),
      action: () => Promise.reject(new TypeError("Failed to fetch")),
    });
    unfold();
    setField(getField("comment"), "Позвонить за пять минут");
    await isPriced();
    fireEvent.click(submit());
    expect((await alert()).textContent).toContain("No response");
    expect(getField("comment").value).toBe("Позвонить за пять минут");
    first.leave();

    const second = open();
    screen.getByText("We restored what you typed earlier.");
    expect(getField("comment").value).toBe("Позвонить за пять минут");
    await isPriced();
    fireEvent.click(submit());
    await isSaved(second.visited);
    second.leave();

    const third = open();
    expect(screen.queryByText("We restored what you typed earlier.")).toBeNull();
    unfold();
    setField(getField("comment"), "Другой");
    third.leave();
    open();
    expect(getField("comment").value).toBe("Другой");
    press("Start over");
    expect(getField("comment").value).toBe("");
    expect(sessionStorage).toHaveLength(0);
  });

  it("is sent again under the same number after its response was lost, even if nothing was typed", async () => {
    const lost: FormAction<FormResult> = async (previous, form) => {
      await save(previous, form);
      throw new TypeError("Failed to fetch");
    };
    const first = open({ initial: buildCopy(), action: lost });
    await isPriced();
    fireEvent.click(submit());
    await alert();
    first.leave();
    const { visited } = open({ initial: emptyDraft("web-another") });
    await isPriced();
    fireEvent.click(submit());
    await isSaved(visited);
    expect(sent.map((values) => toDraft(values))).toEqual([buildCopy(), buildCopy()]);
  });

  it("is submitted by Ctrl+Enter in a field, and while nothing has the focus", async () => {
    const user = userEvent.setup();
    const first = open({ initial: buildCopy() });
    await isPriced();
    getField("dropoffs.0.contact.value").focus();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await isSaved(first.visited);
    first.leave();
    const { visited } = open({ initial: buildCopy() });
    await isPriced();
    (document.activeElement as HTMLElement).blur();
    await user.keyboard("{Meta>}{Enter}{/Meta}");
    await isSaved(visited);
  });

  it("is submitted once despite rapid presses", async () => {
    const { visited } = open({ initial: buildCopy() });
    await isPriced();
    fireEvent.click(submit());
    fireEvent.click(submit());
    fireEvent.submit(submit().form as HTMLFormElement);
    await isSaved(visited);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.quote_id).toBe(quoteId(PRICE));
  });

  it("is sent only after an unusual trip is confirmed, with its distance and price", async () => {
    question = { kind: "unusual", meters: 3_240_000, isSwapped: true, key: "this trip", price: 97_168 };
    open({ initial: buildCopy() });
    await isPriced();
    fireEvent.click(submit());
    const dialog = await screen.findByRole("dialog", { name: "Is this trip right?" });
    expect(dialog.textContent).toContain(
      "Its longest leg is 3,240 km in a straight line, and the order costs ₽97,168. Latitude and longitude may be swapped.",
    );
    fireEvent.click(within(dialog).getByRole("button", { name: "Check the addresses" }));
    expect(sent.map(({ confirmed }) => confirmed)).toEqual([undefined]);
    fireEvent.click(submit());
    const again = await screen.findByRole("dialog", { name: "Is this trip right?" });
    fireEvent.click(within(again).getByRole("button", { name: "Yes, it is right" }));
    await waitFor(() =>
      expect(sent.map(({ confirmed }) => confirmed)).toEqual([undefined, undefined, "this trip"]),
    );
  });

  it("is asked about an unusual trip once, also if it is sent again", async () => {
    question = { kind: "unusual", meters: 3_240_000, isSwapped: false, key: "this trip", price: 97_168 };
    work = refuse("SERVICE_OVERLOADED");
    open({ initial: buildCopy() });
    await isPriced();
    fireEvent.click(submit());
    fireEvent.click(await screen.findByRole("button", { name: "Yes, it is right" }));
    await alert();
    fireEvent.click(submit());
    await waitFor(() =>
      expect(sent.map(({ confirmed }) => confirmed)).toEqual([undefined, "this trip", "this trip"]),
    );
  });

  it("never reuses the number of another order", async () => {
    const taken: FormAction<FormResult> = async (previous, form) => {
      const answer = await save(previous, form);
      return { ...answer, result: { code: "WXYZ-9876", current: null, question: null } };
    };
    work = refuse("EXTERNAL_ID_TAKEN");
    open({ initial: buildCopy(), action: taken });
    await isPriced();
    fireEvent.click(submit());
    const box = await alert();
    expect(box.textContent).toContain("Another order already has this ID");
    const link = within(box).getByRole("link", { name: "Open order WXYZ-9876" });
    expect(link.getAttribute("href")).toBe("/dashboard/orders/WXYZ-9876");
    press("Use a new ID");
    unfold();
    expect(getField("external_order_id").value).toMatch(/^web-\w{10}$/);
    expect(getField("external_order_id").value).not.toBe(buildCopy().external_order_id);
  });

  it("has at most ten dropoffs, which buttons reorder, remove and restore", async () => {
    const body = orderBodyWith(9);
    const numbered = body.dropoffs.map((dropoff, index) => {
      return { ...dropoff, address: { ...dropoff.address, building: String(index + 1) } };
    });
    open({ initial: buildCopy({ ...body, dropoffs: numbered }) });
    const headings = () => [...document.querySelectorAll("[data-heading]")];
    const buildings = () => headings().map((one) => one.textContent?.split(", ").at(-1));
    fireEvent.click(screen.getByText("Add a dropoff"));
    await hasFocus(getAddress(10));
    expect(headings()[9]?.textContent).toBe("Dropoff 10");
    screen.getByText("An order can have at most 10 dropoffs.");
    expect(screen.queryByText("Add a dropoff")).toBeNull();
    unfold();
    setField(getField("dropoffs.9.address.street"), "улица Марата");
    setField(getField("dropoffs.9.address.building"), "10");

    const keyboard = userEvent.setup();
    find('[aria-label="Move dropoff 3 up"]').focus();
    await keyboard.keyboard("{Enter}");
    expect(buildings()).toEqual(["1", "3", "2", "4", "5", "6", "7", "8", "9", "10"]);
    screen.getByText("Now dropoff 2 of 10");
    await hasFocus(find('[aria-label="Move dropoff 2 up"]'));
    await keyboard.keyboard("{Enter}{Enter}");
    expect(buildings().slice(0, 3)).toEqual(["3", "1", "2"]);
    await hasFocus(find('[aria-label="Move dropoff 1 up"]'));
    fireEvent.click(find('[aria-label="Move dropoff 1 down"]'));
    expect(buildings().slice(0, 3)).toEqual(["1", "3", "2"]);

    fireEvent.click(find('[aria-label="Remove dropoff 5"]'));
    expect(buildings()).toEqual(["1", "3", "2", "4", "6", "7", "8", "9", "10"]);
    await hasFocus(headings()[4]);
    fireEvent.click(screen.getByText("Undo"));
    expect(buildings()).toEqual(["1", "3", "2", "4", "5", "6", "7", "8", "9", "10"]);
    expect(screen.queryByText("Undo")).toBeNull();
  });

  it("accepts a phone number in any format, and restores the typed text", async () => {
    open();
    const contact = getField("dropoffs.0.contact.value");
    setField(contact, "8 (916) 123-45-67");
    fireEvent.blur(contact);
    await screen.findByText(/You typed “8 \(916\) 123-45-67”\./);
    expect(contact.value).toBe("+79161234567");
    fireEvent.click(screen.getByText("Restore"));
    expect(contact.value).toBe("8 (916) 123-45-67");
    fireEvent.blur(contact);
    expect(screen.queryByText(/You typed/)).toBeNull();
    unfold();
    setField(getField("dropoffs.0.contact.type"), "telegram");
    screen.getByText("Telegram username");
  });

  it("applies the account's country to a phone number, and another country by its calling code", async () => {
    home = "MD";
    open();
    const contact = getField("dropoffs.0.contact.value");
    setField(contact, "069 123 456");
    fireEvent.blur(contact);
    await waitFor(() => expect(contact.value).toBe("+37369123456"));
    const country = screen.getAllByLabelText<HTMLSelectElement>("Phone, country").at(-1);
    if (country === undefined) throw new Error("There is no country.");
    expect(country.value).toBe("MD");
    within(country).getByText("+44 United Kingdom");
    setField(contact, "020 7946 0958");
    setField(country, "GB");
    expect([contact.value, country.value]).toEqual(["+44 020 7946 0958", "GB"]);
    fireEvent.blur(contact);
    await waitFor(() => expect(contact.value).toBe("+442079460958"));
    setField(contact, "+7 701 123 45 67");
    expect(country.value).toBe("RU");
    setField(country, "KZ");
    expect([contact.value, country.value]).toEqual(["+7 701 123 45 67", "KZ"]);
  });

  it("shows at once that a number cannot be dialed, and rejects it", async () => {
    open({ initial: buildCopy() });
    const contact = getField("dropoffs.0.contact.value");
    setField(contact, "12");
    fireEvent.blur(contact);
    await screen.findByText(/This number can’t be dialed/);
    await isPriced();
    const ordered: CreateOrderBody[] = [];
    work = async (body) => {
      ordered.push(body);
      return "ABCD-1234";
    };
    fireEvent.click(submit());
    await screen.findAllByText(/must be a number that can be dialed/);
    expect(ordered).toEqual([]);
  });

  it("keeps a contact handle from the API in an edit, and rejects it in a new order", async () => {
    const body = orderBody();
    const [dropoff] = body.dropoffs;
    const handle = { ...dropoff, contact: { ...dropoff?.contact, value: "@anna" } };
    const opened = getOpened({ ...body, dropoffs: [handle] } as CreateOrderBody);
    const values = { draft: JSON.stringify(opened.draft) };
    const take = (before: OrderDraft | null) =>
      submitDraft(values, { phoneCountry: "MD", edited: before }, async () => ({
        code: "ABCD-1234",
        question: null,
      }));
    expect((await take(opened.draft)).result?.code).toBe("ABCD-1234");
    expect((await take(null)).problems).toEqual([{ field: "dropoffs.0.contact.value", code: "phone" }]);
  });

  it("keeps every phone number when several are formatted at the same time", async () => {
    open();
    for (const path of ["pickup", "dropoffs.0"])
      setField(getField(`${path}.contact.value`), "8 (916) 123-45-67");
    for (const path of ["pickup", "dropoffs.0"]) fireEvent.blur(getField(`${path}.contact.value`));
    await waitFor(() => expect(screen.getAllByText(/You typed/)).toHaveLength(2));
    expect(getField("pickup.contact.value").value).toBe("+79161234567");
    expect(getField("dropoffs.0.contact.value").value).toBe("+79161234567");
  });

  it("accepts a phone number in any format when the order is submitted right after it was typed", async () => {
    const { visited } = open({ initial: buildCopy() });
    setField(getField("dropoffs.0.contact.value"), "8 (916) 123-45-67");
    await isPriced();
    const seen: CreateOrderBody[] = [];
    work = async (body) => {
      seen.push(body);
      return "ABCD-1234";
    };
    fireEvent.click(submit());
    await isSaved(visited);
    expect(seen[0]?.dropoffs[0]?.contact.value).toBe("+79161234567");
  });

  it("shows the route field only while there are several dropoffs", () => {
    open();
    expect(screen.queryByLabelText("Route")).toBeNull();
    fireEvent.click(screen.getByText("Add a dropoff"));
    unfold();
    screen.getByText("The courier visits the stops in this order.");
    setField(screen.getByLabelText("Route"), "parallel");
    screen.getByText("Each dropoff is priced separately from the pickup.");
    fireEvent.click(screen.getByLabelText("Remove dropoff 2"));
    expect(screen.queryByLabelText("Route")).toBeNull();
  });

  it("asks for the proof that the settings require unless a stop overrides it, and for the undeliverable action", async () => {
    const { visited } = open({ initial: buildCopy() });
    fireEvent.click(screen.getByText("Change"));
    expect(screen.getAllByText("Proof: photo, as in settings")).toHaveLength(2);
    unfold();
    const photo = getField("dropoffs.0.proof.photo") as unknown as HTMLSelectElement;
    expect([...photo.options].map(({ textContent }) => textContent)).toEqual(["Default: yes", "Yes", "No"]);
    setField(photo, "no");
    setField(getField("dropoffs.0.proof.code"), "yes");
    screen.getByText("Proof: code");
    setField(getField("pickup.proof.photo"), "no");
    screen.getByText("Proof: none");
    screen.getByText("We’ll ask on the order’s page. No answer in 20 min: it’s left at the door.");
    setField(getField("if_undeliverable"), "return");
    screen.getByText("The courier takes it back to the pickup. The return is charged.");
    const seen: CreateOrderBody[] = [];
    work = async (body) => {
      seen.push(body);
      return "ABCD-1234";
    };
    await isPriced();
    fireEvent.click(submit());
    await isSaved(visited);
    expect(seen[0]).toMatchObject({
      pickup: { proof: { photo: false } },
      dropoffs: [{ proof: { photo: false, code: true } }],
      if_undeliverable: "return",
    });
    expect(seen[0]?.dropoffs[0]?.proof?.signature).toBeUndefined();
  });

  it("offers a scenario in test mode only", async () => {
    const { leave } = open({ initial: buildCopy(), mode: "test" });
    unfold();
    setField(getField("sandbox_scenario"), "wrong_code");
    screen.getByText(/^The recipient gives a wrong code five times/);
    await isPriced();
    fireEvent.click(submit());
    await waitFor(() => expect(sent).toMatchObject([{ mode: "test", sandbox_scenario: "wrong_code" }]));
    leave();
    open({ initial: buildCopy() });
    unfold();
    expect(document.getElementById("sandbox_scenario")).toBeNull();
  });

  it("takes the delivery time in the reader's time zone, and shows an error if it is too early", async () => {
    work = async () => {
      throw new DomainError("INVALID_PAYLOAD", [
        { field: "delivery_time", message: "must be later", reason: "too_soon" },
      ]);
    };
    open({ initial: buildCopy() });
    await isPriced();
    press("As soon as possible");
    screen.getByText(/Local time: Moscow Standard Time, GMT\+3\./);
    setField(getField("delivery_time"), "2036-11-21T14:00");
    await isPriced();
    fireEvent.click(submit());
    expect((await alert()).textContent).toContain("When: must be in the future");
    expect(toDraft(sent[0]).delivery_time).toBe("2036-11-21T11:00:00.000Z");
  });

  it("takes the readiness of the goods next to the delivery time, and shows an error if it is too late", async () => {
    work = async () => {
      throw new DomainError("INVALID_PAYLOAD", [
        { field: "ready_at", message: "must be earlier", reason: "ready_too_late" },
      ]);
    };
    open({ initial: buildCopy() });
    await isPriced();
    press("As soon as possible");
    setField(getField("ready_at"), "2036-11-21T14:00");
    await isPriced();
    expect(screen.getByRole("button", { name: /^Ready: / }).textContent).toContain("2:00 PM");
    fireEvent.click(submit());
    expect((await alert()).textContent).toContain("Ready for pickup at: must be before the delivery time");
    expect(toDraft(sent[0])).toMatchObject({ delivery_time: "", ready_at: "2036-11-21T11:00:00.000Z" });
    fireEvent.click(screen.getByRole("button", { name: "As soon as possible" }));
    expect(screen.queryByRole("button", { name: /^Ready: / })).toBeNull();
  });
});

describe("a price", () => {
  it("shows that an expired price has changed, and requests a new one when the order is refused for it", async () => {
    quote = () => getQuote(PRICE, 1_000);
    const { visited } = open({ initial: buildCopy() });
    await isPriced();
    screen.getByText(/^price holds 0:0[01]$/);
    quote = () => getQuote(400);
    await screen.findByText("Price updated: ₽350 → ₽400");
    screen.getByText(/^price holds [45]:\d\d$/);
    quote = () => getQuote(390);
    work = refuse("QUOTE_EXPIRED");
    fireEvent.click(submit());
    expect((await alert()).textContent).toContain("The price is out of date");
    await screen.findByText("Price updated: ₽400 → ₽390");
    await isPriced(390);
    expect(submit().textContent).toBe("Order");
    work = async () => "ABCD-1234";
    fireEvent.click(submit());
    await isSaved(visited);
    expect(sent.map(({ quote_id }) => quote_id)).toEqual([400, 390].map(quoteId));
  });

  it("is requested once every point is known, and only when a field that affects it changes", async () => {
    const draft = buildCopy();
    open({ initial: draft });
    await isPriced();
    unfold();
    setField(getField("comment"), "Осторожно");
    setField(getField("dropoffs.0.address.latitude"), "");
    screen.getByText("The price appears once every stop has an address.");
    setField(getField("dropoffs.0.address.latitude"), "59,9");
    await isPriced();
    expect(quoted).toMatchObject([{ dropoffs: [{ latitude: 59.9287 }] }, { dropoffs: [{ latitude: 59.9 }] }]);
    screen.getByText("1. Невский проспект, 28");
    expect(screen.getByText("If it has to come back").parentElement?.textContent).toContain("₽90");
  });

  it.each([
    [300_000, ""],
    [300_001, "This trip is 300 km long. Are latitude and longitude swapped?"],
  ])("asks about swapped coordinates above 300 km on a trip of %i m", async (distance, text) => {
    quote = () => ({ body: Object.assign({}, getQuote(PRICE).body, { distance }) });
    open({ initial: buildCopy() });
    await isPriced();
    expect(find("aside [role=status]").textContent).toBe(text);
  });

  it.each<[ActionResult, RegExp]>([
    [{ status: 404 }, /Your session has ended\. What you typed is saved\. Sign in/],
    [{ status: 429, headers: { "Retry-After": "60" } }, /Too many quotes in a row/],
    [{ status: 500 }, /We couldn’t calculate the price\. Try again/],
    [
      { status: 422, body: { dropoff: 1, distance: 4_000_000, limit: 200_000 } },
      /Dropoff 1 makes the trip 4,000 km long; we deliver up to 200 km/,
    ],
  ])("shows the reason for the error response %j", async (said, text) => {
    quote = () => said;
    open({ initial: buildCopy() });
    await waitFor(() => expect(find("aside [role=status]").textContent).toMatch(text));
    if (said.status === 404) {
      expect(find("aside a").getAttribute("href")).toBe("/sign-in?next=%2Fdashboard%2Fnew");
    }
    if (said.status === 500) {
      quote = () => getQuote(PRICE);
      fireEvent.click(screen.getByText("Try again"));
      await isPriced();
    }
  });
});

describe("the address of a stop", () => {
  it("is found by the typed text, and chosen with the keyboard", async () => {
    search = () => ({ status: 503 });
    open();
    unfold();
    const keyboard = userEvent.setup();
    const box = getAddress(0);
    const type = async (text: string) => {
      box.focus();
      setField(box, text);
    };
    await type("Невский");
    await waitFor(() => expect(formatStatus(box)).toContain("Search isn’t responding right now."));
    search = () => ({ status: 429 });
    await type("Невский 2");
    await waitFor(() => expect(formatStatus(box)).toContain("Too many searches in a row."));
    search = () => ({ body: { places: [] } });
    await type("Никакая");
    await waitFor(() => expect(formatStatus(box)).toContain("No results."));
    // The same house number in another town is as exact; other houses and the street alone are not offered.
    const twin = { ...FOUND, label: "улица Марата, 30, Шушары", area: "Шушары" };
    const street = { ...FOUND, label: "улица Марата", building: "", isApproximate: true };
    const later = { ...FOUND, label: "улица Марата, 301", building: "301" };
    search = () => ({ body: { places: [FOUND, later, street, twin] } });
    await type("Марата 30");
    await waitFor(() => expect(formatStatus(box)).toBe("2 addresses found"));
    expect(box.getAttribute("aria-expanded")).toBe("true");
    expect(options()).toEqual(["улица Марата, 30Enter", "улица Марата, 30, Шушары"]);
    expect([...document.querySelectorAll("[role=option] b")].map((one) => one.textContent)).toEqual([
      "Марата",
      "30",
      "Марата",
      "30",
    ]);
    const active = () => find(`[id="${box.getAttribute("aria-activedescendant")}"]`).textContent;
    expect(active()).toContain("улица Марата, 30Enter");
    await keyboard.keyboard("{ArrowUp}");
    expect(active()).toBe("улица Марата, 30, Шушары");
    await keyboard.keyboard("{ArrowDown}");
    expect(active()).toContain("улица Марата, 30Enter");
    await keyboard.keyboard("{Escape}");
    expect(box.getAttribute("aria-expanded")).toBe("false");
    await type("Марата 30,");
    await waitFor(() => expect(formatStatus(box)).toBe("2 addresses found"));
    await keyboard.keyboard("{ArrowDown}{Enter}");
    expect(box.getAttribute("aria-expanded")).toBe("false");
    expect(box.value).toBe("улица Марата, 30");
    for (const name of ["area", "street", "building", "latitude", "longitude"] as const) {
      expect(getField(`pickup.address.${name}`).value).toBe(String(FOUND[name]));
    }
    search = () => ({ body: { places: [street, FOUND] } });
    await type("Марата");
    await waitFor(() => expect(formatStatus(box)).toBe("2 addresses found"));
    fireEvent.click(offered()[0] as HTMLElement);
    expect(box.value).toBe("улица Марата ");
    expect(getField("pickup.address.building").value).toBe("");
    fireEvent.click(screen.getByText("Undo"));
    expect(getField("pickup.address.building").value).toBe("30");
    expect(sent).toEqual([]);
  });

  it("is chosen by three letters and Enter, even if typed faster than the search responds", async () => {
    open();
    unfold();
    const keyboard = userEvent.setup();
    getAddress(0).focus();
    await keyboard.keyboard("мар{Enter}");
    await waitFor(() => expect(getField("pickup.address.building").value).toBe("30"));
    expect(getField("pickup.address.latitude").value).toBe("59.9287");
    expect(sent).toEqual([]);
  });

  it("clears the door details when it changes, and the user can restore only them", async () => {
    const door = { apartment: 12, entrance: 2, floor: 3, intercom: "12К", instructions: "Со двора" };
    const body = orderBody();
    const [dropoff] = body.dropoffs as [CreateOrderBody["dropoffs"][number]];
    const dropoffs = [{ ...dropoff, address: { ...dropoff.address, ...door } }];
    open({ initial: buildCopy({ ...body, dropoffs }) });
    const doorNow = () => Object.keys(door).map((name) => getField(`dropoffs.0.address.${name}`).value);
    const keyboard = userEvent.setup();
    const choose = async (text: string) => {
      getAddress(1).focus();
      setField(getAddress(1), "");
      await keyboard.keyboard(text);
      await waitFor(() => expect(getAddress(1).getAttribute("aria-expanded")).toBe("true"));
      await keyboard.keyboard("{Enter}");
      await waitFor(() => expect(getField("dropoffs.0.address.street").value).toBe(FOUND.street));
    };
    await choose("мар");
    expect(doorNow()).toEqual(["", "", "", "", "Со двора"]);
    screen.getByText("The address changed: apartment, entrance, floor and intercom were cleared.");
    fireEvent.click(screen.getByText("Restore"));
    expect(doorNow()).toEqual(["12", "2", "3", "12К", "Со двора"]);
    expect(getField("dropoffs.0.address.street").value).toBe(FOUND.street);
    // The same house again is no other address.
    await choose("мар");
    expect(doorNow()).toEqual(["12", "2", "3", "12К", "Со двора"]);
    // Without an address there is no door.
    getAddress(1).focus();
    setField(getAddress(1), "");
    fireEvent.blur(getAddress(1));
    expect(doorNow()).toEqual(["", "", "", "", "Со двора"]);
    fireEvent.click(screen.getByText("Undo"));
    expect(doorNow()).toEqual(["12", "2", "3", "12К", "Со двора"]);
  });

  it("stays unchanged when no suggestion is chosen, and is removed when its text is cleared", async () => {
    const { pickup } = orderBody();
    search = () => ({ body: { places: [] } });
    open({ initial: buildCopy() });
    unfold();
    const box = getAddress(1);
    const before = box.value;
    box.focus();
    setField(box, "Никакая");
    await waitFor(() => expect(formatStatus(box)).toContain("No results."));
    fireEvent.blur(box);
    expect(box.value).toBe(before);
    box.focus();
    setField(box, "");
    fireEvent.blur(box);
    expect([box.value, getField("dropoffs.0.address.latitude").value]).toEqual(["", ""]);
    fireEvent.click(screen.getByText("Undo"));
    expect(box.value).toBe(before);
    expect(pickup.address.area).toBe(getField("dropoffs.0.address.area").value);
  });

  it("is filled in from a saved address when its name is typed", async () => {
    const { pickup } = detailsFromBody(orderBody());
    open({ saved: [{ id: "1", name: "Склад на Невском", ...pickup }] });
    unfold();
    const keyboard = userEvent.setup();
    getAddress(0).focus();
    await keyboard.keyboard("скл{Enter}");
    await waitFor(() => expect(getField("pickup.address.street").value).toBe(pickup.address.street));
  });

  it("suggests the recipient of an earlier order, with the door and the phone number", async () => {
    const { pickup } = detailsFromBody(orderBody());
    const contact = { value: "+79161234567", name: "Марина Чеботарь", type: "phone" } as const;
    search = () => ({ body: { places: [] } });
    open({ recent: [{ address: { ...pickup.address, apartment: 14 }, contact }] });
    const keyboard = userEvent.setup();
    getAddress(1).focus();
    await waitFor(() => expect(options()).toEqual(["Марина Чеботарь, Невский проспект, 28, apt. 14"]));
    await keyboard.keyboard("чеб{Enter}");
    await waitFor(() => expect(getField("dropoffs.0.contact.value").value).toBe(contact.value));
    expect(getField("dropoffs.0.address.apartment").value).toBe("14");
    getAddress(0).focus();
    expect(options()).toEqual([]);
  });

  it("collapses to one line for the usual pickup, until a user changes it", async () => {
    const draft = buildCopy();
    const { pickup } = detailsFromBody(orderBody());
    open({ initial: { ...emptyDraft("web-0123456789"), pickup: draft.pickup }, usual: pickup });
    screen.getByText("your usual pickup");
    expect(getAddress(0) === null).toBe(true);
    fireEvent.click(screen.getByText("Change"));
    await hasFocus(getAddress(0));
  });

  it("is split into fields when a whole address is pasted, with the door details and the contact", async () => {
    open();
    unfold();
    const keyboard = userEvent.setup();
    getAddress(1).focus();
    await keyboard.paste(
      "Анна Смирнова, 8 916 123-45-67, Петербург, ул. Марата 30, кв. 14, подъезд 2, этаж 3, код 14К, два звонка",
    );
    await waitFor(() => expect(getField("dropoffs.0.address.building").value).toBe("30"));
    const door = ["apartment", "entrance", "floor", "intercom", "instructions"] as const;
    expect(door.map((name) => getField(`dropoffs.0.address.${name}`).value)).toEqual([
      "14",
      "2",
      "3",
      "14К",
      "два звонка",
    ]);
    await waitFor(() => expect(getField("dropoffs.0.contact.value").value).toBe("+79161234567"));
    expect(getField("dropoffs.0.contact.name").value).toBe("Анна Смирнова");
  });

  it("is pasted from the dialog into a new dropoff when no stop lacks an address", async () => {
    open({ initial: buildCopy() });
    const paste = (text: string) => {
      fireEvent.click(screen.getByRole("button", { name: "Paste a whole address" }));
      const dialog = find("dialog[open]");
      setField(find("dialog[open] textarea"), text);
      fireEvent.click(within(dialog).getByText("Fill in"));
    };
    paste("Марата 30, кв. 5, Анна, +7 916 123-45-67");
    unfold();
    await waitFor(() => expect(getField("dropoffs.1.address.building").value).toBe("30"));
    await waitFor(() => expect(getField("dropoffs.1.contact.value").value).toBe("+79161234567"));
    expect(getField("dropoffs.1.address.apartment").value).toBe("5");
    expect(document.querySelector("dialog[open]")).toBeNull();
  });

  it("marks an approximate point, and asks before it applies a pasted one", async () => {
    search = () => ({ body: { places: [{ ...FOUND, isApproximate: true }] } });
    open();
    unfold();
    const keyboard = userEvent.setup();
    getAddress(0).focus();
    await keyboard.paste("Марата 30, кв. 14");
    await screen.findByText("approximate");
    expect(getField("pickup.address.building").value).toBe("");
    await keyboard.keyboard("{Enter}");
    expect([getField("pickup.address.building").value, getField("pickup.address.apartment").value]).toEqual([
      "30",
      "14",
    ]);
    screen.getByText(/its point is an estimate/);
  });

  it("keeps a house number that the map lacks, with its apartment, at an approximate point", async () => {
    search = () => ({ body: { places: [{ ...FOUND, label: "улица Марата", building: "" }] } });
    open();
    unfold();
    const box = getAddress(1);
    box.focus();
    setField(box, "марата 75, кв. 12");
    await waitFor(() => expect(options()).toEqual(["улица Марата 75, approximateEnter"]));
    fireEvent.keyDown(box, { key: "Enter" });
    expect(getField("dropoffs.0.address.building").value).toBe("75");
    expect(getField("dropoffs.0.address.apartment").value).toBe("12");
    expect(formatStatus(box)).toContain("its point is an estimate");
  });

  it("is found by typed or pasted coordinates", async () => {
    open();
    unfold();
    const box = getAddress(0);
    box.focus();
    setField(box, "47.0226, 28.8328");
    await waitFor(() => expect(options()[0]).toContain("Point on the map"));
    fireEvent.keyDown(box, { key: "Enter" });
    expect(getField("pickup.address.latitude").value).toBe("47.0226");
    await waitFor(() => expect(box.value).toBe("улица Марата, 30"));
    expect(getField("pickup.address.longitude").value).toBe("28.8328");
    search = () => ({ body: { places: [] } });
    fireEvent.paste(getAddress(1), { clipboardData: { getData: () => "47.03 28.84" } });
    expect(getField("dropoffs.0.address.longitude").value).toBe("28.84");
    await waitFor(() => expect(formatStatus(getAddress(1))).toContain("The point is set."));
  });

  it("lets the user place an unknown address on the map, with the typed text", async () => {
    search = () => ({ body: { places: [] } });
    open();
    unfold();
    const box = getAddress(0);
    box.focus();
    setField(box, "Malldova 3");
    fireEvent.click(await screen.findByRole("button", { name: "Put the pin on the map" }));
    expect(box.value).toBe("Malldova, 3");
    expect(formatStatus(box)).toBe("Click the map where the courier should come.");
  });

  it("accepts latitude and longitude pasted as a pair", () => {
    open();
    unfold();
    const paste = (text: string) =>
      fireEvent.paste(getField("pickup.address.latitude"), { clipboardData: { getData: () => text } });
    paste("somewhere");
    expect(getField("pickup.address.latitude").value).toBe("");
    paste("59.9343, 30.3351");
    expect(getField("pickup.address.latitude").value).toBe("59.9343");
    expect(getField("pickup.address.longitude").value).toBe("30.3351");
  });

  it("is saved under a name, and filled in by that name", async () => {
    let answer: Partial<Awaited<ReturnType<FormAction<SavedAddress>>>> = {
      problems: [{ field: "address.latitude", code: "required" }],
    };
    open({ initial: buildCopy(), keepAddress: async () => ({ ...INITIAL_FORM_STATE, ...answer }) });
    fireEvent.click(screen.getByText("Change"));
    unfold();
    fireEvent.click(screen.getAllByText("Save this address as…")[0] as HTMLElement);
    const dialog = find("dialog[open]");
    const name = within(dialog).getByLabelText<HTMLInputElement>("Name");
    expect(name.value).toBe("Невский проспект, 28");
    const save = () => fireEvent.click(within(dialog).getByText("Save"));
    save();
    expect((await within(dialog).findByRole("alert")).textContent).toContain("Latitude: ");
    answer = { refusal: "ADDRESS_NAME_TAKEN" };
    save();
    await within(dialog).findByText(/An address with this name already exists/);
    fireEvent.click(within(dialog).getByText("Not now"));
    expect(document.querySelector("dialog[open]")).toBeNull();
    fireEvent.click(screen.getAllByText("Save this address as…")[0] as HTMLElement);
    const { pickup } = detailsFromBody(
      orderBody({ pickup: { ...orderBody().pickup, address: address(59.9, 30.3) } }),
    );
    answer = { isDone: true, result: { id: "1", name: "Warehouse", ...pickup } };
    setField(within(find("dialog[open]")).getByLabelText("Name"), "Warehouse");
    fireEvent.click(within(find("dialog[open]")).getByText("Save"));
    await screen.findByText("The address “Warehouse” is saved");
    await waitFor(() => expect(document.querySelector("dialog[open]")).toBeNull());
    getAddress(1).focus();
    setField(getAddress(1), "ware");
    fireEvent.click(await screen.findByText("Ware", { selector: "b" }));
    expect(getField("dropoffs.0.address.latitude").value).toBe("59.9");
  });
});

describe("an edit", () => {
  const body = orderBody();
  const opened = getOpened(body);
  const theirs = getOpened({
    ...body,
    comment: "theirs",
    pickup: { ...body.pickup, contact: { ...body.pickup.contact, name: "Склад" } },
  });
  /** Saves if no other user has changed the order. */
  const saveEdit: FormAction<FormResult> = async (previous, form) => {
    if (form.get("version") === theirs.version) return save(previous, form);
    return {
      ...INITIAL_FORM_STATE,
      refusal: "ORDER_CHANGED",
      result: { code: opened.code, current: theirs, question: null },
    };
  };

  it("shows its changes with the old and the new price before it is saved", async () => {
    const { visited } = open({ opened });
    expect(submit().disabled).toBe(true);
    screen.getByText("No changes yet.");
    unfold();
    setField(getField("comment"), "Осторожно, собака");
    screen.getByText("The price stays the same");
    expect(submit().textContent).toBe("Save");
    const note = () => screen.queryByText(/the point on the map didn’t/);
    setField(getField("dropoffs.0.address.building"), "31");
    fireEvent.blur(getField("dropoffs.0.address.building"));
    fireEvent.click(await screen.findByText("Keep the point"));
    await hasFocus(getField("dropoffs.0.address.building"));
    expect(note()).toBeNull();
    setField(getField("dropoffs.0.address.building"), "32");
    fireEvent.blur(getField("dropoffs.0.address.building"));
    expect(note()).not.toBeNull();
    fireEvent.click(submit());
    expect((await alert()).textContent).toContain("Dropoff 1 · Latitude: still marks the old address");
    quote = () => getQuote(350);
    setField(getField("dropoffs.0.address.latitude"), "59.81");
    expect(note()).toBeNull();
    await isPriced(350);
    expect(document.querySelector("aside p s")).toBeNull();
    quote = () => getQuote(420);
    setField(getField("dropoffs.0.address.latitude"), "59.80");
    await isPriced(420);
    expect(find("aside p s").textContent).toBe("₽350");
    expect(screen.getByText("2 changes")).toBeTruthy();
    expect(items(find("aside details"))).toEqual([
      "Dropoff 1 · AddressНевский проспект, 28 → Невский проспект, 32changes the price",
      "Comment for the courierempty → Осторожно, собака",
    ]);
    expect(document.querySelector("[name=external_order_id]")).toBeNull();
    fireEvent.click(submit());
    await isSaved(visited);
    expect(sent.at(-1)).toMatchObject({ code: opened.code, version: opened.version, quote_id: quoteId(420) });
  });

  it("is rejected after another user's change, shows that change, and can overwrite it", async () => {
    const { visited } = open({ opened, action: saveEdit });
    unfold();
    setField(getField("comment"), "mine");
    fireEvent.click(submit());
    const box = await alert();
    await hasFocus(box);
    expect(box.textContent).toContain("Someone changed the order");
    expect(items(box)).toEqual(["Pickup · Nameempty → Склад", "Comment for the courierempty → theirs"]);
    expect(getField("comment").value).toBe("mine");
    fireEvent.click(within(box).getByText("Keep my changes"));
    expect(items(find("aside details"))).toEqual([
      "Pickup · NameСклад → empty",
      "Comment for the couriertheirs → mine",
    ]);
    fireEvent.click(submit());
    await isSaved(visited);
    expect(toDraft(sent[0]).comment).toBe("mine");
  });

  it("continues after a reload from the version that it started with", async () => {
    const first = open({ opened });
    unfold();
    setField(getField("comment"), "mine");
    first.leave();
    open({ opened: theirs, action: saveEdit });
    screen.getByText("We restored what you typed earlier.");
    expect(getField("comment").value).toBe("mine");
    fireEvent.click(submit());
    expect((await alert()).textContent).toContain("Someone changed the order");
    fireEvent.click(screen.getByText("Discard my changes"));
    expect(getField("comment").value).toBe("theirs");
  });

  it("is rejected once the courier has picked up the order, and keeps the typed text", async () => {
    work = refuse("ORDER_NOT_EDITABLE");
    open({ opened });
    unfold();
    setField(getField("comment"), "too late");
    fireEvent.click(submit());
    expect((await alert()).textContent).toContain("can no longer be changed");
    expect(getField("comment").value).toBe("too late");
  });
});

describe("three stops in an empty form", () => {
  // 60 words a minute, which people in an office type who do not type for a living, is five keys a second.
  const KEYS_PER_SECOND = 5;
  const MAX_SECONDS = 25;
  const MAX_FIELDS = 12;

  /** Types as a person without a mouse does, and counts the fields and the keys. */
  function typist() {
    const keyboard = userEvent.setup();
    let keys = 0;
    const fields = new Set<string>();
    const press = async (key: string) => {
      keys += 1;
      await keyboard.keyboard(key);
    };
    const type = (text: string) => {
      const into = document.activeElement;
      if (!(into instanceof HTMLInputElement)) throw new Error("Nothing is being typed into.");
      fields.add(into.id);
      keys += text.length;
      setField(into, text);
    };
    /** Presses Tab until this has the focus; what stands folded away takes none. */
    const tabTo = async (element: () => Element | null) => {
      for (let count = 0; count < 200 && document.activeElement !== element(); count += 1) {
        await keyboard.tab();
        const now = document.activeElement;
        const isFolded = now?.closest("details:not([open])") != null && now.tagName !== "SUMMARY";
        if (!isFolded && now?.closest("[hidden]") === null) keys += 1;
      }
      if (document.activeElement !== element()) throw new Error("It cannot be reached by Tab.");
    };
    return { type, press, tabTo, count: () => ({ keys, fields: fields.size }) };
  }

  it("take at most 12 fields and 25 seconds of typing, without a mouse", async () => {
    const { visited } = open();
    const { type, press, tabTo, count } = typist();
    const byId = (id: string) => () => document.getElementById(id);
    await tabTo(byId("pickup.address"));
    type("мар 30");
    await press("{Enter}");
    await waitFor(() => expect(getAddress(0).value).toBe("улица Марата, 30"));
    await tabTo(byId("pickup.contact.value"));
    type("9161234567");
    for (const stop of [0, 1]) {
      if (stop === 1) {
        await tabTo(() => screen.getByRole("button", { name: "Add a dropoff" }));
        await press("{Enter}");
        await hasFocus(getAddress(2));
      } else await tabTo(byId("dropoffs.0.address"));
      search = () => ({ body: { places: [{ ...FOUND, latitude: 59.94 + stop / 100 }] } });
      type(`нев ${stop}8`);
      await press("{Enter}");
      await waitFor(() => expect(getAddress(stop + 1).value).toBe("улица Марата, 30"));
      await tabTo(byId(`dropoffs.${stop}.address.apartment`));
      type("14");
      await tabTo(byId(`dropoffs.${stop}.contact.name`));
      type("Анна");
      await tabTo(byId(`dropoffs.${stop}.contact.value`));
      type("9161234567");
    }
    await isPriced();
    await tabTo(submit);
    await press("{Enter}");
    await isSaved(visited);
    const { keys, fields } = count();
    expect(fields).toBeLessThanOrEqual(MAX_FIELDS);
    expect(keys / KEYS_PER_SECOND).toBeLessThanOrEqual(MAX_SECONDS);
    expect(sent).toHaveLength(1);
    expect(toDraft(sent[0]).dropoffs).toHaveLength(2);
  });
});
