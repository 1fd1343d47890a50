import fc from "fast-check";
import { expect, it } from "vitest";
import { toRejectedCsv } from "@/lib/imports/csv";
import { readTable } from "@/lib/imports/read-table";
import { groupRows, toSearchText, toValues } from "@/lib/imports/rows";

const COLUMNS = ["order_id", "address", null, "phone"] as const;
const row = (number: number, ...cells: string[]) => ({ number, cells });

it("makes one order of the rows with one order ID, and of each other row", () => {
  const rows = [
    row(2, "A1", "Пушкина 1", "", "+79"),
    row(3, "", "Пушкина 1", "", "+79"),
    row(4, "A1", "Пушкина 2", "", "+79"),
  ];
  const { groups } = groupRows(COLUMNS, rows);
  expect(groups.map((group) => group.map(({ number }) => number))).toEqual([[2, 4], [3]]);
});

it("leaves out rows that repeat another, whatever is in ignored columns", () => {
  const rows = [row(2, "", "Пушкина  1", "a", "+79"), row(3, "", "Пушкина 1 ", "b", "+79")];
  const { groups, repeats } = groupRows(COLUMNS, rows);
  expect([groups.length, [...repeats]]).toEqual([1, [[3, 2]]]);
});

it("leaves out further items of an order, which have no recipient", () => {
  const rows = [row(2, "#1001", "Пушкина 1", "cake", "+79"), row(3, "#1001", "", "tea", "")];
  const { groups, repeats } = groupRows(COLUMNS, rows);
  expect([groups.map((group) => group.length), [...repeats]]).toEqual([[1], [[3, 2]]]);
});

it("keeps orders apart whose identifiers a spreadsheet has shortened", () => {
  const rows = [row(2, "1,23457E+12", "Пушкина 1", "", "+79"), row(3, "1,23457E+12", "Пушкина 2", "", "+78")];
  expect(groupRows(COLUMNS, rows).groups.map((group) => group.length)).toEqual([1, 1]);
});

it.each([
  ["\u202a+373 69 123 456\u202c", "+373 69 123 456"],
  ["+373\u200b69\u00ad123456\ufe0f", "+37369123456"],
  ["\ufeff'+79161234567\u2069", "+79161234567"],
])("reads the phone number %j without invisible characters", (cell, phone) => {
  expect(toValues(["phone"], [cell])).toEqual({ phone });
});

it("reads identifiers without invisible characters, and leaves them in texts for people", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(..."AБ-07\u200b\u200d\u202a\u2060\ufe0f\u00ad\ufeff"), { maxLength: 20 }),
      (letters) => {
        const id = letters.filter((letter) => /[AБ\-07]/.test(letter)).join("");
        const { order_id = "" } = toValues(["order_id"], [letters.join("")]);
        expect(order_id).toBe(id);
      },
    ),
  );
  expect(toValues(["comment"], ["Мама 👩‍👧 ❤️"])).toEqual({ comment: "Мама 👩‍👧 ❤️" });
});

it.each([
  ['="00123"', "00123"],
  ['="A""1"', 'A"1'],
  ['=" 7 "', "7"],
  ["=A1", "=A1"],
])("reads the cell %s as %s", (cell, id) => {
  expect(toValues(["order_id"], [cell])).toEqual({ order_id: id });
});

it("searches for an address only without a point", () => {
  expect(toSearchText({ address: "Пушкина 1", area: "Кишинёв" }, "")).toBe("Пушкина 1, Кишинёв");
  expect(toSearchText({ street: "Пушкина", building: "1" }, "")).toBe("Пушкина 1");
  expect(toSearchText({ address: "Пушкина 1", latitude: "47", longitude: "28" }, "")).toBe("");
  expect(toSearchText({ address: "Пушкина 1" }, "pickup_")).toBe("");
});

it("reads a file of rejected rows as the rows that were rejected", async () => {
  const cells = ["A1", "ул. Пушкина, 1; двор", 'Дом "Мир"', "+79161234567"];
  const csv = toRejectedCsv(["№", "Адрес", "Имя", "Телефон"], [{ cells, reason: "адрес не найден" }], {
    reason: "Ошибка",
    locale: "ru",
  });
  const { header, rows } = await readTable(new Uint8Array(new TextEncoder().encode(csv)).buffer);
  expect(header.at(-1)).toBe("Ошибка");
  expect(toValues(["order_id", "address", "name", "phone"], rows[0]?.cells ?? [])).toEqual({
    order_id: "A1",
    address: "ул. Пушкина, 1; двор",
    name: 'Дом "Мир"',
    phone: "+79161234567",
  });
});
