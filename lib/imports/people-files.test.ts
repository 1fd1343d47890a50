import { describe, expect, it } from "vitest";
import { matchColumns, missingFields } from "@/lib/imports/column";
import { readTable } from "@/lib/imports/read-table";
import { groupRows, type RowValues, toValues } from "@/lib/imports/rows";
import { encodeText, workbook } from "@/testing/spreadsheets";

const text = (encoding: string, ...lines: string[]) => encodeText(lines.join("\r\n"), encoding);

/** Files as programs save them: the account's country, the bytes, and the orders that are in them. */
const FILES: readonly (readonly [string, string, ArrayBuffer, readonly RowValues[]])[] = [
  [
    "Excel in Russian, CSV",
    "RU",
    text(
      "windows-1251",
      "Номер заказа;Адрес доставки;Телефон;Получатель",
      'З-1;"ул. Пушкина, д. 24";8 (916) 123-45-67;Анна',
      "З-2;Лесная 3;+7 916 123-45-68;Борис",
    ),
    [{ order_id: "З-1", address: "ул. Пушкина, д. 24", phone: "8 (916) 123-45-67", name: "Анна" }],
  ],
  [
    "Excel in Romanian, CSV",
    "MD",
    text(
      "windows-1250",
      "Comandă;Strada;Nr.;Ap.;Localitate;Telefon;Nume;Prenume;Observaţii",
      "12;Ştefan cel Mare;5;7;Chişinău;069123456;Ţurcanu;Ion;Sună",
      "13;Bălţi;7;;Chişinău;069123457;Rusu;Ion;",
    ),
    [
      {
        order_id: "12",
        ...{ street: "Ştefan cel Mare", building: "5", apartment: "7", area: "Chişinău" },
        phone: "069123456",
        name: "Ion Ţurcanu",
        comment: "Sună",
      },
    ],
  ],
  [
    "Excel in Portuguese, CSV",
    "PT",
    text(
      "windows-1252",
      "Encomenda;Morada;Cidade;Telemóvel;Nome",
      "7;Rua da Conceição 12;Porto;912345678;João Simões",
    ),
    [{ address: "Rua da Conceição 12", area: "Porto", phone: "912345678", name: "João Simões" }],
  ],
  [
    "Excel in German, CSV",
    "LI",
    text(
      "windows-1252",
      "Bestellnr.;Vorname;Nachname;Lieferadresse;Ort;Telefon;Nachnahme;Lieferdatum;Uhrzeit;Bemerkung",
      "B-7;Jürgen;Groß;Städtle 5;Vaduz;078 123 45 67;1.250,50;28.11.2026;14:30;Bitte läuten",
    ),
    [
      {
        ...{ order_id: "B-7", name: "Jürgen Groß", address: "Städtle 5", area: "Vaduz" },
        ...{ phone: "078 123 45 67", payment_amount: "1.250,50", delivery_date: "28.11.2026" },
        ...{ delivery_time: "14:30", comment: "Bitte läuten" },
      },
    ],
  ],
  [
    "Excel in English, Unicode text",
    "MD",
    text(
      "utf-16le",
      "\ufeffOrder ID\tAddress\tTelephone\tDeliver on",
      "A-1\tPușkin 24\t+37369123456\t12/24/2027",
    ),
    [{ order_id: "A-1", address: "Pușkin 24", phone: "+37369123456", delivery_date: "12/24/2027" }],
  ],
  [
    "Excel, a line that names the separator and numbers kept as text",
    "RU",
    text("utf-8", "\ufeffsep=;", "Номер;Адрес;Телефон", '="00123";Пушкина 24;="+79161234567"'),
    [{ order_id: "00123", address: "Пушкина 24", phone: "+79161234567" }],
  ],
  [
    "1C, a printed form saved as XLSX",
    "RU",
    workbook(
      [
        ["Реестр заказов за 27.11.2026", "", "", ""],
        ["Организация: ООО «Мир»", "", "", ""],
        ["", "", "", ""],
        ["№", "Грузополучатель", "Адрес доставки", "Контактный телефон"],
        [{ fiveDigits: 41 }, "Анна", "Пушкина 24", 79161234567],
        [{ fiveDigits: 42 }, "Борис", "Лесная 3", 79161234568],
      ],
      { merges: ["A1:D1", "A2:D2"] },
    ),
    [{ order_id: "00041", name: "Анна", address: "Пушкина 24", phone: "79161234567" }],
  ],
  [
    "1C, an old exchange file",
    "RU",
    text("ibm866", "Номер|Контрагент|Адрес|Телефон", "ЦБ-41|Ёлкина Анна|ул. Пушкина, 24|+79161234567"),
    [{ order_id: "ЦБ-41", name: "Ёлкина Анна", address: "ул. Пушкина, 24", phone: "+79161234567" }],
  ],
  [
    "Shopify",
    "MD",
    text(
      "utf-8",
      "Name,Email,Financial Status,Lineitem name,Shipping Name,Shipping Street,Shipping Address2,Shipping City,Shipping Phone,Notes,Id",
      "#1001,a@shop.example,paid,Cake,Ana,Pușkin 24,ap. 5,Chișinău,'+37369123456,Call first,5512345678901",
      "#1001,a@shop.example,,Tea,,,,,,,",
    ),
    [{ order_id: "#1001", name: "Ana", address: "Pușkin 24", area: "Chișinău", phone: "+37369123456" }],
  ],
  [
    "WooCommerce",
    "PT",
    text(
      "utf-8",
      '"Order Number","Order Status","Customer Note","First Name (Shipping)","Last Name (Shipping)","Address 1&2 (Shipping)","City (Shipping)","Phone (Billing)"',
      '501,processing,"Ring\nthe bell","João",Simões,"Rua Alta, 3",Porto,912345678',
    ),
    [
      {
        order_id: "501",
        name: "João Simões",
        address: "Rua Alta, 3",
        phone: "912345678",
        comment: "Ring the bell",
      },
    ],
  ],
  [
    "InSales",
    "RU",
    text(
      "utf-8",
      "\ufeffНомер заказа;Покупатель;Телефон;Населённый пункт;Улица;Дом;Квартира/офис;Желаемая дата доставки",
      "2041;Анна;+79161234567;Москва;Лесная;3;15;28.11.2026",
    ),
    [
      {
        street: "Лесная",
        building: "3",
        apartment: "15",
        delivery_date: "28.11.2026",
        phone: "+79161234567",
      },
    ],
  ],
  [
    "Google Sheets, tabs",
    "MD",
    text(
      "utf-8",
      "Order\tAddress\tMobile\tDelivery time",
      "G1\tPușkin 24\t\u202a+373 69 123 456\u202c\t2026-11-28 14:30",
    ),
    [{ order_id: "G1", phone: "+373 69 123 456", delivery_time: "2026-11-28 14:30" }],
  ],
  [
    "LibreOffice, a hidden sheet and a filtered row",
    "RU",
    workbook(
      [
        ["Номер заказа", "Адрес", "Телефон", "Дата и время"],
        ["L1", "Пушкина 24", 79161234567, { dateTime: 46_353 + 510 / 1_440 }],
        ["L2", "Лесная 3", 79161234568, ""],
      ],
      { hasHiddenSheet: true, hiddenRows: [3] },
    ),
    [{ order_id: "L1", delivery_time: "2026-11-27 08:30" }],
  ],
];

describe("a file as people have it", () => {
  it.each(FILES)("from %s is read without a choice", async (_, country, bytes, orders) => {
    const { header, rows } = await readTable(bytes, { country });
    const columns = matchColumns(header, {});
    expect(missingFields(columns, true)).toEqual([]);
    const { groups } = groupRows(columns, rows);
    const values = groups.map(([first]) => toValues(columns, first?.cells ?? []));
    orders.forEach((order, index) => {
      expect(values[index]).toMatchObject(order);
    });
  });
});
