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
