import { describe, expect, it } from "vitest";
import { MAX_CELL_LENGTH, MAX_ROWS } from "@/lib/imports/limits";
import { ImportFileError, readTable } from "@/lib/imports/read-table";
import { windows1251, workbook } from "@/testing/spreadsheets";

const utf8 = (text: string): ArrayBuffer => new Uint8Array(new TextEncoder().encode(text)).buffer;

const problem = (bytes: ArrayBuffer) =>
  readTable(bytes).then(
    () => null,
    (error: unknown) => (error instanceof ImportFileError ? error.problem : error),
  );

describe("a file's table", () => {
  it.each([
    ["commas", 'Адрес,Телефон\r\n"Пушкина, 1",+79\r\n', utf8],
    ["semicolons in Windows-1251", 'Адрес;Телефон\r\n"Пушкина, 1";+79\r\n', windows1251],
    ["tabs", "Адрес\tТелефон\nПушкина, 1\t+79", utf8],
    ["a byte order mark", '\ufeffАдрес;Телефон\n"Пушкина, 1";+79\n', utf8],
  ])("is read with %s", async (_, text, encode) => {
    expect(await readTable(encode(text))).toEqual({
      header: ["Адрес", "Телефон"],
      rows: [{ number: 2, cells: ["Пушкина, 1", "+79"] }],
    });
  });

  it("numbers rows as a spreadsheet does, across empty rows and cells of several lines", async () => {
    const { rows } = await readTable(utf8('a,b\n"1\n2",x\n\n,\n3,y\n'));
    expect(rows).toEqual([
      { number: 2, cells: ["1\n2", "x"] },
      { number: 5, cells: ["3", "y"] },
    ]);
  });

  it("shows dates and numbers of a workbook as texts", async () => {
    const bytes = workbook([
      ["Дата", "Время", "Телефон"],
      [{ date: 46_353 }, { time: 0.6875 }, 79161234567],
    ]);
    expect(await readTable(bytes)).toEqual({
      header: ["Дата", "Время", "Телефон"],
      rows: [{ number: 2, cells: ["2026-11-27", "16:30", "79161234567"] }],
    });
  });

  it("has cells of at most 5,000 characters", async () => {
    const { header, rows } = await readTable(utf8(`a,${"h".repeat(6_000)}\n1,${"x".repeat(6_000)}\n`));
    expect([header[1]?.length, rows[0]?.cells[1]?.length]).toEqual([MAX_CELL_LENGTH, MAX_CELL_LENGTH]);
  });

  it.each([
    ["empty", utf8("a,b\n")],
    ["empty", utf8("")],
    ["too_many_rows", utf8(`a\n${"x\n".repeat(MAX_ROWS + 1)}`)],
    ["too_large", new ArrayBuffer(10 * 1024 * 1024 + 1)],
    ["old_excel", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]).buffer],
    ["unreadable", new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]).buffer],
  ])("is refused as %s", async (code, bytes) => expect(await problem(bytes)).toBe(code));
});
