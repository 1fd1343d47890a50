import { describe, expect, it } from "vitest";
import { csvCell, csvFormat, csvHead, csvLines } from "@/lib/orders/list/order-csv";
import type { ExportedRow } from "@/lib/orders/list/store";

const STOP = {
  area: "Санкт-Петербург",
  street: "Невский проспект",
  building: "28",
  apartment: null,
  contactName: null,
  windowFrom: null,
  windowTo: null,
  contact: "+79161234567",
  metadata: {},
};
const ORDER: ExportedRow = {
  code: "7KQ2-M4XR",
  externalOrderId: "shop-1042",
  status: "delivered",
  createdAt: new Date("2026-11-21T21:05:00.000Z"),
  deliveredAt: new Date("2026-11-21T21:45:09.900Z"),
  price: "350.00",
  charges: { waiting: "56.00", adjustment: "-6.50" },
  total: "399.50",
  courierName: "Алексей Громов",
  pickup: STOP,
  dropoffs: [
    { ...STOP, building: "30", apartment: 12n, contactName: 'Анна "Ани" К.', metadata: { box: "=7" } },
  ],
  metadata: { crm_id: "8842" },
};

describe("a CSV cell", () => {
  it.each([
    ["plain", "plain"],
    ["", ""],
    ["a,b", '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ["two\nlines", '"two\nlines"'],
    ["two\r\nlines", '"two\r\nlines"'],
    ["=1+1", "'=1+1"],
    ["+79161234567", "'+79161234567"],
    ["-5", "'-5"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", "\"'\r'=1\""],
    ["one\n=1+1\n-2", "\"one\n'=1+1\n'-2\""],
    ["one\r\n@SUM(A1)\r\ntwo", '"one\r\n\'@SUM(A1)\r\ntwo"'],
    ["one\r+1", '"one\r\'+1"'],
    ["one\n\t=1", '"one\n\'\t=1"'],
    ['=HYPERLINK("https://example.com","x")', '"\'=HYPERLINK(""https://example.com"",""x"")"'],
    ["a=1", "a=1"],
    ["-6.50", "-6.50"],
    ["-6,50", '"-6,50"'],
    ["a;b", '"a;b"'],
    ["-6.50+1", "'-6.50+1"],
  ])("is written for the text %j as %j", (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });
});

describe("a CSV file", () => {
  it("begins with a UTF-8 byte order mark and its column names", () => {
    expect(csvHead("Europe/Moscow", csvFormat("en"))).toBe(
      "\ufefforder_code,external_order_id,status,created_at (Europe/Moscow),delivered_at (Europe/Moscow),price," +
        "cancellation_charge,waiting_charge,return_charge,adjustment_charge,total,courier,pickup_address,pickup_contact,dropoff_addresses,dropoff_contacts,metadata,dropoff_metadata,delivery_windows (Europe/Moscow)\r\n",
    );
  });

  it("shows times in the account's time zone", () => {
    const [dropoff] = ORDER.dropoffs;
    if (dropoff === undefined) throw new Error("The order has a dropoff.");
    const window = { windowFrom: ORDER.createdAt, windowTo: ORDER.deliveredAt };
    const order = { ...ORDER, dropoffs: [{ ...dropoff, ...window }] };
    expect(csvLines([order], "Europe/Moscow", csvFormat("en"))).toBe(
      "7KQ2-M4XR,shop-1042,delivered,2026-11-22 00:05:00,2026-11-22 00:45:09,350.00,,56.00,,-6.50,399.50,Алексей Громов," +
        `"Санкт-Петербург, Невский проспект, 28",'+79161234567,` +
        `"Санкт-Петербург, Невский проспект, 30, 12","Анна ""Ани"" К., +79161234567","{""crm_id"":""8842""}","{""box"":""=7""}",2026-11-22 00:05:00 - 2026-11-22 00:45:09\r\n`,
    );
  });

  it("leaves unknown values empty, and puts each dropoff on its own line in the cell", () => {
    const order = {
      ...ORDER,
      deliveredAt: null,
      price: null,
      charges: {},
      total: null,
      courierName: null,
      dropoffs: [STOP, STOP],
      metadata: {},
    };
    expect(csvLines([order], "UTC", csvFormat("en"))).toBe(
      "7KQ2-M4XR,shop-1042,delivered,2026-11-21 21:05:00,,,,,,,,," +
        `"Санкт-Петербург, Невский проспект, 28",'+79161234567,` +
        '"Санкт-Петербург, Невский проспект, 28\nСанкт-Петербург, Невский проспект, 28",' +
        `"'+79161234567\n'+79161234567",,,\r\n`,
    );
    expect(csvLines([], "UTC", csvFormat("en"))).toBe("");
  });

  it("has the separator and the decimal comma that Russian spreadsheets expect", () => {
    const format = csvFormat("ru");
    expect(csvHead("UTC", format)).toMatch(/^\ufefforder_code;external_order_id;/);
    expect(csvLines([ORDER], "UTC", format)).toContain(';"350,00";');
  });
});
