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
