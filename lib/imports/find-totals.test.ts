import { describe, expect, it } from "vitest";
import type { Columns } from "@/lib/imports/column";
import { findTotals } from "@/lib/imports/find-totals";

const COLUMNS: Columns = ["order_id", "address", "phone", "name", "payment_amount", null];
const ORDERS = [
  ["101", "Rua das Flores 5", "+351912345678", "Ana", "1 200,50", "2"],
  ["102", "Rua Formosa 9", "+351912345679", "Rui", "300", "1"],
];

function listTotals(columns: Columns, ...rows: readonly (readonly string[])[]): number[] {
  return findTotals(
    columns,
    rows.map((cells, index) => ({ number: index + 2, cells })),
  ).map(({ number }) => number);
}

describe("the rows of totals of a file", () => {
  it.each<[string, string[]]>([
    ["in English", ["Total", "", "", "", "1500.50", "3"]],
    ["with a colon", ["", "", "", "Grand total:", "1,500.50 ₽", ""]],
    ["in Russian", ["", "Итого", "", "", "1 500,50", "3"]],
    ["in capitals, with its sum in one cell", ["ИТОГО: 1 500,50 руб.", "", "", "", "", ""]],
    ["with the number of orders", ["Всего заказов: 2", "", "", "", "", ""]],
    ["in German", ["", "", "", "Gesamtsumme", "1.500,50", "3"]],
    ["in Romanian", ["TOTAL GENERAL", "", "", "", "1500.5", "3"]],
    ["without a word", ["", "", "", "", "1500,5", "3"]],
    ["without a word, with the amount alone", ["", "", "", "", "1500.50", ""]],
  ])("are found %s", (_, cells) => {
    expect(listTotals(COLUMNS, ...ORDERS, cells)).toEqual([4]);
  });

  it("can be several at the end", () => {
    const rows = [
      ["Subtotal", "", "", "", "1500.50", ""],
      ["Total", "", "", "", "1500.50", ""],
    ];
    expect(listTotals(COLUMNS, ...ORDERS, ...rows)).toEqual([4, 5]);
  });

  it.each<[string, string[]]>([
    ["a recipient of this name", ["103", "Rua Nova 1", "+351912345670", "Total", "10", ""]],
    ["a recipient of this name whose address is missing", ["103", "", "+351912345670", "Total", "10", ""]],
    ["an order with a telephone", ["", "", "912345670", "Total", "1500.50", ""]],
    ["an address that begins with the word", ["", "Total Street 5", "", "", "10", ""]],
    ["a row with other words", ["Total", "", "", "call first", "1500.50", ""]],
    ["an amount that is not the sum", ["", "", "", "", "1500", ""]],
    ["an item of the only order", ["102", "", "", "", "", ""]],
    ["an empty amount", ["103", "", "", "", "1500.50", ""]],
  ])("are not %s", (_, cells) => {
    expect(listTotals(COLUMNS, ...ORDERS, cells)).toEqual([]);
  });

  it("are not rows between orders, which may be orders without an address", () => {
    const row = ["", "", "", "", "1200.50", ""];
    expect(listTotals(COLUMNS, ...ORDERS.slice(0, 1), row, ...ORDERS.slice(1))).toEqual([]);
  });

  it("are never all rows, nor a row with a point", () => {
    expect(listTotals(COLUMNS, ["Total", "", "", "", "5", ""])).toEqual([]);
    const columns: Columns = ["latitude", "longitude", "payment_amount", "name"];
    expect(listTotals(columns, ["41.14", "-8.6", "5", "Ana"], ["41.15", "-8.61", "5", "Total"])).toEqual([]);
  });
});
