import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFields } from "@/lib/http/issues";
import { LOCALES } from "@/lib/locale/locale";
import {
  addDropoff,
  changeStop,
  draftFromCopy,
  draftFromDetails,
  emptyDraft,
  moveDropoff,
  type OrderDraft,
  quoteBodyFromDraft,
  removeDropoff,
  toCreateBody,
} from "@/lib/orders/form/draft";
import { draftChanges, isPriced } from "@/lib/orders/form/draft-changes";
import { draftProblems } from "@/lib/orders/form/draft-problems";
import { keepHiddenFields } from "@/lib/orders/form/keep-hidden-fields";
import { templateDraft } from "@/lib/orders/form/template";
import {
  DELIVERY_MODES,
  effectivePayment,
  type OrderRequest,
  toTrip,
  UNDELIVERABLE_ACTIONS,
} from "@/lib/orders/order";
import { detailsFromBody, orderBody } from "@/lib/orders/schema";
import { CONTACT_TYPES, PAYMENT_TYPES } from "@/lib/orders/stop-fields";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";
import { kopecks } from "@/lib/pricing/money";
import { pricedInputFromBody, quoteBody } from "@/lib/pricing/quotes/schema";
import { ROUTING_MODES } from "@/lib/routing/trip";
import { orderBody as exampleBody } from "@/testing/api-client";
import { anyDropoff, anyMetadata, filled } from "@/testing/dropoff-values";

const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
// A form cannot distinguish empty from absent text.
const text = (maxLength: number) => nullable(filled(maxLength));
const whole = nullable(fc.integer({ min: -5, max: Number.MAX_SAFE_INTEGER }));
const degrees = (limit: number) =>
  fc.double({ min: -limit, max: limit, noNaN: true }).map((value) => value + 0);
const amount = nullable(fc.integer({ min: 0, max: 999_999_999_999 }).map(kopecks));

const stop = {
  address: fc.record({
    latitude: degrees(90),
    longitude: degrees(180),
    area: filled(40),
    street: filled(40),
    building: filled(10),
    apartment: whole,
    entrance: whole,
    floor: whole,
    intercom: text(64),
    instructions: text(100),
  }),
  contact: fc.record({ value: filled(30), name: text(30), type: fc.constantFrom(...CONTACT_TYPES) }),
  proof: fc.record({
    photo: nullable(fc.boolean()),
    code: nullable(fc.boolean()),
    signature: nullable(fc.boolean()),
  }),
};

const anyWindow = fc.constantFrom(
  null,
  { from: new Date("2026-12-01T11:00:00Z"), to: new Date("2026-12-01T13:00:00Z") },
  { from: new Date("2026-12-01T13:00:00Z"), to: new Date("2026-12-01T15:30:00.500Z") },
);

const details: fc.Arbitrary<OrderRequest> = fc.record({
  pickup: fc.record(stop),
  dropoffs: fc.array(
    fc
      .tuple(fc.record(stop), anyDropoff, anyWindow, anyMetadata)
      .map(([given, own, deliveryWindow, metadata]) => ({ ...given, ...own, deliveryWindow, metadata })),
    { minLength: 1, maxLength: 10 },
  ),
  cargoSize: fc.constantFrom(...CARGO_SIZES),
  routingMode: fc.constantFrom(...ROUTING_MODES),
  paymentType: fc.constantFrom(...PAYMENT_TYPES),
  paymentAmount: amount,
  deliveryTime: nullable(
    fc.date({ min: new Date("2026-01-01"), max: new Date("2099-01-01"), noInvalidDate: true }),
  ),
  readyAt: nullable(
    fc.date({ min: new Date("2026-01-01"), max: new Date("2099-01-01"), noInvalidDate: true }),
  ),
  deliveryMode: fc.constantFrom(...DELIVERY_MODES),
  comment: text(200),
  ifUndeliverable: fc.constantFrom(...UNDELIVERABLE_ACTIONS),
  metadata: anyMetadata,
  notify: fc.constantFrom(null, true, false),
  locale: fc.constantFrom(null, ...LOCALES),
});

const emptyTexts = (draft: OrderDraft) =>
  draftProblems(parseFields(orderBody, toCreateBody(draft)).issues, toCreateBody(draft));

describe("the draft of an order", () => {
  it("is built from an order's details and, unchanged, produces exactly the same details", () => {
    fc.assert(
      fc.property(details, (given) => {
        const draft = draftFromDetails(given, "shop-1");
        const body = orderBody.parse(toCreateBody(draft));
        expect(detailsFromBody(keepHiddenFields(body, draft, given))).toEqual(given);
        expect(draftChanges(draft, draft)).toEqual([]);
      }),
    );
  });

  it("keeps the metadata of moved dropoffs, and has none for an added one", () => {
    const body = orderBody.parse(exampleBody());
    const [dropoff] = body.dropoffs;
    if (dropoff === undefined) throw new Error("The body lacks a dropoff.");
    const boxes = ["A", "B", "C"].map((box) => ({ ...dropoff, metadata: { box } }));
    const stored = detailsFromBody({ ...body, dropoffs: boxes });
    const draft = addDropoff(
      moveDropoff(removeDropoff(draftFromDetails(stored, "1"), "dropoff-1"), "dropoff-3", 0),
    );
    const sent = { ...body, dropoffs: [dropoff, dropoff, dropoff] };
    expect(keepHiddenFields(sent, draft, stored).dropoffs.map(({ metadata }) => metadata)).toEqual([
      { box: "C" },
      { box: "B" },
      {},
    ]);
  });

  it("has no delivery time as a copy, and keeps only a time at which the goods are not ready yet", () => {
    const now = new Date("2026-11-21T12:00:00Z");
    const stored = detailsFromBody({
      ...orderBody.parse(exampleBody()),
      delivery_time: "2026-11-21T16:00:00Z",
      ready_at: "2026-11-21T14:20:00Z",
    });
    const copy = (at: Date) => {
      const { delivery_time, ready_at } = draftFromCopy(stored, "copy", at);
      return [delivery_time, ready_at];
    };
    expect(copy(now)).toEqual(["", "2026-11-21T14:20:00.000Z"]);
    expect(copy(new Date("2026-11-21T14:20:00Z"))).toEqual(["", ""]);
    expect(templateDraft(draftFromDetails(stored, "1"))).toMatchObject({ delivery_time: "", ready_at: "" });
  });

  it("is unchanged after JSON serialization", () => {
    fc.assert(
      fc.property(details, (given) => {
        const draft = draftFromDetails(given, "shop-1");
        expect(JSON.parse(JSON.stringify(draft))).toEqual(draft);
      }),
    );
  });

  it("is quoted for the same trip as its order", () => {
    fc.assert(
      fc.property(details, (given) => {
        const requested = quoteBodyFromDraft(draftFromDetails(given, "shop-1"));
        expect(pricedInputFromBody(quoteBody.parse(requested))).toEqual(toTrip(given));
      }),
    );
  });

  it("has no trip until every point is valid", () => {
    const draft = emptyDraft("a");
    expect(quoteBodyFromDraft(draft)).toBeNull();
    const placed = changeStop(draft, "pickup", { address: { latitude: "59,93", longitude: "30.33" } });
    expect(quoteBodyFromDraft(placed)).toBeNull();
    const whole = changeStop(placed, "dropoff-1", { address: { latitude: "91", longitude: "30" } });
    expect(quoteBodyFromDraft(whole)).toBeNull();
    const right = changeStop(whole, "dropoff-1", { address: { latitude: "59" } });
    expect(quoteBodyFromDraft(right)).toEqual({
      pickup: { latitude: 59.93, longitude: 30.33 },
      dropoffs: [{ latitude: 59, longitude: 30, cargo_size: "M" }],
      routing_mode: "sequential",
    });
  });

  it.each([
    ["1500", 1500],
    ["1 500,50", 1500.5],
    ["1\u00a0500", 1500],
    ["", undefined],
    ["12a", "12a"],
    ["1,500.00", "1,500.00"],
    ["--5", "--5"],
  ])("reads the amount %j as %j", (typed, read) => {
    expect(toCreateBody({ ...emptyDraft("a"), payment_amount: typed })).toMatchObject({
      payment_amount: read,
    });
  });

  it("shows a dropoff's omitted amount as empty and a null amount as 0", () => {
    const [dropoff] = exampleBody().dropoffs;
    const reopened = (own: object) => {
      const body = orderBody.parse({
        ...exampleBody(),
        payment_amount: 9,
        dropoffs: [{ ...dropoff, ...own }],
      });
      return draftFromDetails(detailsFromBody(body), "a");
    };
    expect([{}, { payment_amount: null }].map((own) => reopened(own).dropoffs[0]?.payment_amount)).toEqual([
      "",
      "0",
    ]);
    expect(effectivePayment(detailsFromBody(orderBody.parse(toCreateBody(reopened({})))), 0).amount).toBe(
      900,
    );
  });

  it("reports all missing fields at once by their API paths", () => {
    const draft = addDropoff(emptyDraft(" "));
    const missing = (at: string) =>
      [
        "address.latitude",
        "address.longitude",
        "address.area",
        "address.street",
        "address.building",
        "contact.value",
      ].map((field) => ({ field: `${at}.${field}`, code: "required" }));
    expect(emptyTexts(draft)).toEqual([
      { field: "external_order_id", code: "required" },
      ...missing("pickup"),
      ...missing("dropoffs.0"),
      ...missing("dropoffs.1"),
    ]);
  });

  it("reports for each invalid field what it requires", () => {
    const empty = emptyDraft(".");
    const draft = {
      ...changeStop(empty, "pickup", {
        address: {
          latitude: "91",
          longitude: "east",
          area: "a",
          street: "s",
          building: "b",
          apartment: "12а",
          floor: "1.5",
          intercom: "5".repeat(65),
          instructions: "\u0000",
        },
        contact: { value: "+79161234567" },
      }),
      payment_amount: "-1",
      delivery_time: "tomorrow",
      comment: "c".repeat(2001),
    };
    const found = Object.fromEntries(emptyTexts(draft).map(({ field, code }) => [field, code]));
    expect(found).toMatchObject({
      external_order_id: "characters",
      "pickup.address.latitude": "latitude",
      "pickup.address.longitude": "longitude",
      "pickup.address.apartment": "whole_number",
      "pickup.address.floor": "whole_number",
      "pickup.address.intercom": "too_long",
      "pickup.address.instructions": "characters",
      payment_amount: "payment_amount",
      delivery_time: "date_time",
      comment: "too_long",
    });
  });
});

describe("the changes of a draft", () => {
  it("count another address of a stop as one, with the parts of the former address that go", () => {
    const address = {
      latitude: "47.1",
      longitude: "9.5",
      area: "Vaduz",
      street: "Station Road",
      building: "1",
    };
    const before = changeStop(emptyDraft("a"), "dropoff-1", {
      address: { ...address, apartment: "12" },
      contact: { name: "Anna" },
    });
    const after = changeStop(before, "dropoff-1", {
      address: {
        ...address,
        latitude: "47.2",
        longitude: "9.6",
        street: "Mill Lane",
        building: "2",
        apartment: "",
      },
      contact: { name: "Maria" },
    });
    expect(draftChanges(before, after)).toEqual([
      {
        kind: "address",
        stop: 1,
        before: "Station Road, 1",
        after: "Mill Lane, 2",
        isMoved: true,
        details: [{ kind: "field", stop: 1, field: "address.apartment", before: "12", after: "" }],
      },
      { kind: "field", stop: 1, field: "contact.name", before: "Anna", after: "Maria" },
    ]);
  });

  it("do not price a corrected spelling of the same point", () => {
    const before = changeStop(emptyDraft("a"), "dropoff-1", { address: { street: "Mil Lane" } });
    const after = changeStop(before, "dropoff-1", { address: { street: "Mill Lane" } });
    expect(draftChanges(before, after).map(isPriced)).toEqual([false]);
  });
});

describe("the dropoffs of a draft", () => {
  const three = addDropoff(addDropoff(emptyDraft("a")));
  const keys = (draft: OrderDraft) => draft.dropoffs.map(({ key }) => key);

  it.each([
    ["dropoff-1", 2, ["dropoff-2", "dropoff-3", "dropoff-1"]],
    ["dropoff-3", 0, ["dropoff-3", "dropoff-1", "dropoff-2"]],
    ["dropoff-2", 2, ["dropoff-1", "dropoff-3", "dropoff-2"]],
    ["dropoff-1", -1, ["dropoff-1", "dropoff-2", "dropoff-3"]],
    ["dropoff-3", 3, ["dropoff-1", "dropoff-2", "dropoff-3"]],
    ["dropoff-9", 0, ["dropoff-1", "dropoff-2", "dropoff-3"]],
  ])("are reordered correctly when %s moves to index %i", (key, to, order) => {
    expect(keys(moveDropoff(three, key, to))).toEqual(order);
  });

  it("number at least one and at most ten", () => {
    let draft = emptyDraft("a");
    for (let times = 0; times < 12; times += 1) draft = addDropoff(draft);
    expect(new Set(keys(draft)).size).toBe(10);
    for (const key of keys(draft)) draft = removeDropoff(draft, key);
    expect(keys(draft)).toEqual(["dropoff-10"]);
  });

  it("keep their identity when one is removed, one is added and the others are swapped", () => {
    const before = changeStop(three, "dropoff-2", { address: { street: "Марата", building: "30" } });
    const swapped = moveDropoff(removeDropoff(before, "dropoff-2"), "dropoff-3", 0);
    const after = {
      ...changeStop(addDropoff(swapped), "dropoff-1", { contact: { name: "Анна" } }),
      comment: "c",
    };
    expect(draftChanges(before, after)).toEqual([
      { kind: "removed", stop: 2, place: "Марата, 30" },
      { kind: "reordered", order: [3, 1] },
      { kind: "field", stop: 2, field: "contact.name", before: "", after: "Анна" },
      { kind: "added", stop: 3, place: "" },
      { kind: "field", stop: null, field: "comment", before: "", after: "c" },
    ]);
  });
});
