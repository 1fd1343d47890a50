import { describe, expect, it } from "vitest";
import { IMPORT_FIELDS, matchColumns, missingFields, rememberColumns } from "@/lib/imports/column";
import { MESSAGES } from "@/messages/messages";

describe("the columns of a file", () => {
  it.each(["en", "ru"] as const)("are matched by their labels in %s", (locale) => {
    const labels = MESSAGES[locale].import.fields;
    expect(
      matchColumns(
        IMPORT_FIELDS.map((field) => labels[field]),
        {},
      ),
    ).toEqual(IMPORT_FIELDS);
  });

  it("are matched whatever their case, punctuation and spaces", () => {
    expect(matchColumns(["№ заказа", "ТЕЛЕФОН (получателя)", " Phone_number ", "Вес"], {})).toEqual([
      "order_id",
      "phone",
      null,
      null,
    ]);
  });

  it.each([
    [
      "Shopify",
      "Name,Email,Financial Status,Total,Notes,Billing Name,Billing Street,Billing City,Billing Phone,Shipping Name,Shipping Street,Shipping Address2,Shipping City,Shipping Phone,Id",
      { order_id: "Name", name: "Shipping Name", address: "Shipping Street", area: "Shipping City" },
      { phone: "Shipping Phone", instructions: "Shipping Address2", comment: "Notes" },
    ],
    [
      "Shopify without its own Id",
      "Name,Email,Shipping Name,Shipping Street,Shipping City,Shipping Phone",
      { order_id: "Name", name: "Shipping Name", address: "Shipping Street", area: "Shipping City" },
      { phone: "Shipping Phone" },
    ],
    [
      "WooCommerce",
      "Order Number,Order Status,Customer Note,First Name (Billing),Phone (Billing),First Name (Shipping),Address 1&2 (Shipping),City (Shipping),Order Total Amount",
      { order_id: "Order Number", name: "First Name (Shipping)", address: "Address 1&2 (Shipping)" },
      { area: "City (Shipping)", phone: "Phone (Billing)", comment: "Customer Note" },
    ],
    [
      "1C",
      "Номер,Дата,Контрагент,Грузополучатель,Адрес доставки,Контактный телефон,Дата отгрузки,Комментарий",
      { order_id: "Номер", name: "Грузополучатель", address: "Адрес доставки", phone: "Контактный телефон" },
      { delivery_date: "Дата отгрузки", comment: "Комментарий" },
    ],
    [
      "InSales",
      "Номер заказа,Покупатель,Телефон,Населённый пункт,Улица,Дом,Квартира/офис,Дата доставки,Комментарий покупателя",
      { order_id: "Номер заказа", name: "Покупатель", phone: "Телефон", area: "Населённый пункт" },
      {
        ...{ street: "Улица", building: "Дом", apartment: "Квартира/офис" },
        ...{ delivery_date: "Дата доставки", comment: "Комментарий покупателя" },
      },
    ],
    [
      "a shop of its own",
      "Order,Address,Telephone,Deliver on,Deliver at,Gift wrap",
      { order_id: "Order", address: "Address", phone: "Telephone" },
      { delivery_date: "Deliver on", delivery_time: "Deliver at" },
    ],
    [
      "a kitchen",
      "Order,Address,Ready at,Telephone",
      { order_id: "Order", address: "Address", phone: "Telephone" },
      { ready_at: "Ready at" },
    ],
    [
      "a shop with windows",
      "Order,Address,Date,From,To,Telephone",
      { order_id: "Order", address: "Address", phone: "Telephone" },
      { delivery_date: "Date", delivery_from: "From", delivery_to: "To" },
    ],
    [
      "a Russian shop with windows",
      "Адрес,Дата,С,По,Телефон",
      { address: "Адрес", delivery_date: "Дата", delivery_from: "С", delivery_to: "По", phone: "Телефон" },
    ],
    [
      "a shop with intervals",
      "Адрес,Интервал доставки,Телефон",
      { address: "Адрес", delivery_time: "Интервал доставки", phone: "Телефон" },
    ],
    [
      "a courier service with places",
      "From,To,Telephone",
      { pickup_address: "From", address: "To", phone: "Telephone" },
    ],
    [
      "a shop with its own times",
      "Ready time,Время готовности,Готово к,Адрес",
      { ready_at: "Ready time", address: "Адрес" },
    ],
    [
      "a Russian kitchen",
      "Адрес,Готово к,Время",
      { ready_at: "Готово к", address: "Адрес", delivery_time: "Время" },
    ],
    ["a Russian shop", "Адрес,Время готовности", { ready_at: "Время готовности", address: "Адрес" }],
  ])("of an export by %s are known", (_, header, ...expected) => {
    const names = header.split(",");
    const columns = matchColumns(names, {});
    const found = columns.flatMap((field, index) => (field === null ? [] : [[field, names[index]]]));
    expect(Object.fromEntries(found)).toEqual(Object.assign({}, ...expected));
  });

  it.each([
    ["First Name (Billing),Last Name (Billing),First Name (Shipping),Last Name (Shipping)", 3],
    ["Имя,Фамилия,Отчество", 1],
    ["Nume,Prenume", 0],
    ["Vorname,Nachname", 1],
    ["Vorname,Name", 1],
    ["First name,Surname", 1],
    // Of other people than the recipient.
    ["First Name (Shipping),Last Name (Billing)", -1],
    ["Получатель,Имя,Фамилия", -1],
    ["Recipient,Name", -1],
  ])("of names in %s have the recipient's last name in column %i", (header, last) => {
    const columns = matchColumns(header.split(","), {});
    expect(columns.indexOf("last_name")).toBe(last);
    expect(columns).toContain("name");
  });

  it("have a number after the street as the house, and one elsewhere as the order", () => {
    const fields = ["order_id", "street", "building", "apartment"];
    expect(matchColumns(["Nr. comandă", "Strada", "Nr.", "Ap."], {})).toEqual(fields);
    expect(matchColumns(["№", "Улица", "№", "Кв."], {})).toEqual(fields);
    expect(matchColumns(["№", "Улица", "Дом", "Кв."], {})).toEqual(fields);
  });

  it("have no amounts in another currency", () => {
    expect(matchColumns(["Betrag (€)", "COD, $"], {})).toEqual([null, null]);
    expect(matchColumns(["Сумма, ₽", "Сумма, руб."], {})).toEqual(["payment_amount", null]);
  });

  it("have one name for each field", () => {
    const columns = IMPORT_FIELDS.map((field) => matchColumns([field.replaceAll("_", " ")], {})[0]);
    expect(columns.filter((field) => field === null)).toEqual([]);
    expect(matchColumns(["constructor", "__proto__", "toString"], {})).toEqual([null, null, null]);
  });

  it("keep what the account chose before", () => {
    const header = ["Куда везти", "Телефон", "Комментарий"];
    const remembered = rememberColumns(header, ["address", "phone", null]);
    expect(matchColumns(["комментарий", "куда везти", "Адрес", "Phone"], remembered)).toEqual([
      null,
      "address",
      null,
      "phone",
    ]);
  });

  it("need a place, a phone number, and a pickup unless a saved one is chosen", () => {
    expect(missingFields(["street", "phone"], true)).toEqual(["address"]);
    expect(missingFields(["street", "building"], false)).toEqual(["phone", "pickup_address", "pickup_phone"]);
    expect(missingFields(["address", "phone", "pickup_address", "pickup_phone"], false)).toEqual([]);
  });
});
