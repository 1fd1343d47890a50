import { describe, expect, it } from "vitest";
import type { RowValues } from "@/lib/imports/rows";
import { findRowProblems, toBody, toCell } from "@/lib/imports/to-body";
import { orderBody as schema, stopFromBody } from "@/lib/orders/schema";
import { orderBody } from "@/testing/api-client";

const PICKUP = stopFromBody(schema.parse(orderBody()).pickup);
const SETTINGS = {
  pickup: PICKUP,
  phoneCountry: "RU",
  timeZone: "Europe/Moscow",
  dateOrder: "day_first",
} as const;
const PLACE = {
  ...{ latitude: 47.02, longitude: 28.83, area: "Кишинёв", street: "улица Пушкина", building: "24" },
  isApproximate: false,
  isAmbiguous: false,
};
const ROW: RowValues = { address: "Пушкина 24 кв 5, подъезд 2", phone: "8 (916) 123-45-67" };

type Body = ReturnType<typeof schema.parse>;
const read = (...rows: RowValues[]): Body =>
  schema.parse(toBody(rows, SETTINGS, { "Пушкина 24 кв 5, подъезд 2": PLACE }));

describe("the body of an imported order", () => {
  it("has the place that was found, and the parts of the address behind the door", () => {
    const [dropoff] = read(ROW).dropoffs;
    const { isApproximate: _, isAmbiguous: __, ...place } = PLACE;
    expect(dropoff?.address).toEqual(
      expect.objectContaining({ ...place, apartment: 5, entrance: 2, floor: null, intercom: null }),
    );
    expect(dropoff?.contact).toEqual({ value: "+79161234567", name: null, type: "phone" });
  });

  it("leaves a flat with a letter, and an intercom without a code, to the instructions", () => {
    const text = "Пушкина 24, кв. 12А, домофон не работает";
    const [dropoff] = schema.parse(toBody([{ ...ROW, address: text }], SETTINGS, { [text]: PLACE })).dropoffs;
    expect(dropoff?.address).toEqual(
      expect.objectContaining({
        ...{ building: "24", apartment: null, intercom: null },
        instructions: "кв. 12А, домофон не работает",
      }),
    );
  });

  it("takes the pickup of the shop where a row has none", () => {
    const { address, contact } = read(ROW).pickup;
    expect([address.street, contact.value]).toEqual([PICKUP.address.street, PICKUP.contact.value]);
    const own = {
      pickup_street: "Лесная",
      pickup_building: "1",
      pickup_latitude: "47,1",
      pickup_longitude: "28,9",
    };
    expect(read({ ...ROW, ...own, pickup_area: "Бельцы" }).pickup.address).toEqual(
      expect.objectContaining({ street: "Лесная", building: "1", latitude: 47.1, longitude: 28.9 }),
    );
  });

  it("accepts decimal commas, currency signs and words for sizes and payments", () => {
    const values = { payment_amount: "1 250,50 ₽", payment_type: "Картой", cargo_size: "большой" };
    expect(read({ ...ROW, ...values }).dropoffs[0]).toEqual(
      expect.objectContaining({ payment_amount: 1250.5, payment_type: "card", cargo_size: "L" }),
    );
  });

  it.each([
    [{ payment_type: "Shopify Payments" }, undefined],
    [{ payment_type: "Онлайн на сайте", payment_amount: "0,00" }, undefined],
    [{ payment_type: "Cash on Delivery (COD)", payment_amount: "10" }, "cash"],
    [{ payment_type: "Картой при получении", payment_amount: "10" }, "card"],
    [{ payment_type: "Shopify Payments", payment_amount: "10" }, "shopify payments"],
  ] as const)("reads the payment %j as %j, and ignores how a paid order was paid", (own, expected) => {
    const [dropoff] = toBody([{ ...ROW, ...own }], SETTINGS, {}).dropoffs as [{ payment_type?: string }];
    expect(dropoff.payment_type).toBe(expected);
  });

  it.each([
    [{ delivery_time: "27.11.2026 16:30" }, "2026-11-27T13:30:00.000Z"],
    [{ delivery_date: "2026-11-27", delivery_time: "16:30" }, "2026-11-27T13:30:00.000Z"],
    [{ delivery_date: "27/11/26", delivery_time: "9.05" }, "2026-11-27T06:05:00.000Z"],
    [{ delivery_time: "2026-11-27T16:30:00+02:00" }, "2026-11-27T16:30:00+02:00"],
    [{ delivery_date: "31.11.2026", delivery_time: "16:30" }, "31.11.2026 16:30"],
    [{ delivery_date: "27.11.2026" }, "27.11.2026"],
    [{}, null],
  ])("reads %o in the account's time zone, and leaves other text to the rules", (values, at) => {
    expect(toBody([{ ...ROW, ...values }], SETTINGS, {}).delivery_time).toBe(at);
  });

  it.each([
    [{ ready_at: "27.11.2026 14:20" }, "2026-11-27T11:20:00.000Z"],
    [{ ready_at: "2:20 pm", delivery_date: "27.11.2026" }, "2026-11-27T11:20:00.000Z"],
    [{ ready_at: "14:20", delivery_time: "27.11.2026 16:30" }, "2026-11-27T11:20:00.000Z"],
    [{ ready_at: "2026-11-27T14:20:00+02:00" }, "2026-11-27T14:20:00+02:00"],
    [{ ready_at: "14:20" }, "14:20"],
    [{ ready_at: "31.11.2026 14:20" }, "31.11.2026 14:20"],
    [{ delivery_time: "27.11.2026 16:30" }, null],
  ])("reads when the goods are ready from %o, with a time alone on the day of the delivery", (values, at) => {
    expect(toBody([{ ...ROW, ...values }], SETTINGS, {}).ready_at).toBe(at);
  });

  const AFTERNOON = { from: "2026-11-27T11:00:00.000Z", to: "2026-11-27T13:00:00.000Z" };

  it.each<[RowValues, unknown]>([
    [{ delivery_date: "27.11.2026", delivery_from: "14:00", delivery_to: "16:00" }, AFTERNOON],
    [{ delivery_from: "27.11.2026 14:00", delivery_to: "27/11/26 4:00 pm" }, AFTERNOON],
    [{ delivery_date: "27.11.2026", delivery_time: "14:00-16:00" }, AFTERNOON],
    [{ delivery_date: "27.11.2026", delivery_time: "с 14 до 16" }, AFTERNOON],
    [{ delivery_date: "27.11.2026", delivery_time: "14.00 – 16.00" }, AFTERNOON],
    [
      { delivery_date: "27.11.2026", delivery_from: "14:00" },
      { from: AFTERNOON.from, to: undefined },
    ],
    [
      { delivery_from: "14:00", delivery_to: "late" },
      { from: "14:00", to: "late" },
    ],
    [{ delivery_date: "27.11.2026", delivery_time: "16:30" }, undefined],
    [{}, undefined],
  ])("reads the delivery window of %o on the day of the delivery, instead of a time", (values, window) => {
    const body = toBody([{ ...ROW, ...values }], SETTINGS, {});
    const [dropoff] = body.dropoffs as [{ delivery_window?: unknown }];
    expect(dropoff.delivery_window).toEqual(window);
    expect(body.delivery_time === null).toBe(values.delivery_time !== "16:30");
  });

  it("has a window for each row, on the date of the order", () => {
    const rows = [
      { ...ROW, delivery_date: "27.11.2026", delivery_from: "14:00", delivery_to: "16:00" },
      { ...ROW, delivery_from: "15:00", delivery_to: "17:00" },
    ];
    const dropoffs = toBody(rows, SETTINGS, {}).dropoffs as { delivery_window?: unknown }[];
    expect(dropoffs.map(({ delivery_window: window }) => window)).toEqual([
      AFTERNOON,
      { from: "2026-11-27T12:00:00.000Z", to: "2026-11-27T14:00:00.000Z" },
    ]);
  });

  it("reads dates in the order that was chosen for the file", () => {
    const row = { ...ROW, delivery_date: "02/01/2027", delivery_time: "16:30" };
    expect(toBody([row], SETTINGS, {}).delivery_time).toBe("2027-01-02T13:30:00.000Z");
    const settings = { ...SETTINGS, dateOrder: "month_first" } as const;
    expect(toBody([row], settings, {}).delivery_time).toBe("2027-02-01T13:30:00.000Z");
  });

  it("has its own identifier, which the same row in any file shares", () => {
    const id = (row: RowValues) => toBody([row], SETTINGS, {}).external_order_id;
    expect(id(ROW)).toMatch(/^file-[0-9a-f]{24}$/);
    expect(id({ phone: ROW.phone ?? "", address: ROW.address ?? "" })).toBe(id(ROW));
    expect(id({ ...ROW, comment: "Хрупкое" })).not.toBe(id(ROW));
    expect(id({ ...ROW, order_id: "A1" })).toBe("A1");
  });

  // Stored with orders: another identifier would create the order of an earlier import again.
  it("keeps the identifier that an earlier version gave a row", () => {
    const row = { phone: "8 916 123-45-67", address: "Невский 28", comment: "Хрупкое" };
    const id = (values: RowValues) => toBody([values], SETTINGS, {}).external_order_id;
    expect(id(row)).toBe("file-8377908b3a6678d5d1859566");
    expect(id({ ...row, ready_at: "27.11.2026 14:20" })).not.toBe(id(row));
  });

  it("has a dropoff for each row of one order", () => {
    const { dropoffs, comment } = read(
      { ...ROW, order_id: "A1" },
      { ...ROW, order_id: "A1", comment: "Хрупкое" },
    );
    expect([dropoffs.length, comment]).toEqual([2, "Хрупкое"]);
  });
});

it("finds numbers that cannot be dialed and rows that contradict each other", () => {
  const rows = [
    { ...ROW, comment: "a" },
    { ...ROW, phone: "12" },
    { ...ROW, comment: "b" },
  ];
  expect(findRowProblems(rows, "RU")).toEqual([
    { row: 1, field: "phone", code: "phone" },
    { row: 2, field: "comment", code: "differs" },
  ]);
});

it.each([
  ["1,23457E+12", true],
  ["1.23457E+12", true],
  ["1.23456789012E+015", true],
  ["1e+21", true],
  ["8E+10", true],
  ["12E5", false],
  ["A1E+5", false],
  ["1234567890123", false],
])(
  "refuses the identifier %s with the reason if a spreadsheet has shortened it: %s",
  (order_id, isRefused) => {
    const [problem] = findRowProblems([{ ...ROW, order_id }], "RU");
    expect(problem).toEqual(isRefused ? { row: 0, field: "order_id", code: "scientific" } : undefined);
  },
);

it.each([
  ["2026-01-08", true],
  ["08.01.2026", true],
  ["8-Jan", true],
  ["08.янв", true],
  ["янв.08", true],
  ["8. Mai", true],
  ["8-1", false],
  ["8/1", false],
  ["12-bis", false],
  ["5A", false],
])(
  "refuses the house %s with the reason if a spreadsheet has made a date of it: %s",
  (building, isRefused) => {
    const [problem] = findRowProblems([{ street: "Лесная", building, phone: "+79161234567" }], "RU");
    expect(problem).toEqual(isRefused ? { row: 0, field: "building", code: "date" } : undefined);
  },
);

it("keeps the identifiers of rows without one from release to release", () => {
  const settings = { pickup: null, phoneCountry: "MD", timeZone: "UTC", dateOrder: "day_first" } as const;
  const row = { address: "Pușkin 24", name: "Ana", phone: "069123456" };
  expect(toBody([row], settings, {}).external_order_id).toBe("file-8f977c89622ac3c04ba8ee9f");
});

it.each([
  ["dropoffs.1.address.street", { row: 1, field: "street" }],
  ["dropoffs.0.address.latitude", { row: 0, field: "address" }],
  ["dropoffs.1.address.latitude", { row: 1, field: "street" }],
  ["dropoffs.1.contact.value", { row: 1, field: "phone" }],
  ["dropoffs.0.payment_amount", { row: 0, field: "payment_amount" }],
  ["pickup.address.area", { row: 0, field: "pickup_address" }],
  ["pickup.contact.value", { row: 0, field: "pickup_phone" }],
  ["delivery_time", { row: 0, field: "delivery_date" }],
  ["dropoffs.1.delivery_window", { row: 1, field: "delivery_to" }],
  ["dropoffs.1.delivery_window.from", { row: 1, field: "delivery_from" }],
  ["dropoffs.0.delivery_window", { row: 0, field: "delivery_time" }],
  ["dropoffs", { row: 0, field: "order_id" }],
])("shows a problem of %s in its cell", (path, cell) => {
  expect(toCell(path, [ROW, { street: "Пушкина", building: "24", delivery_to: "16:00" }])).toEqual(cell);
});
