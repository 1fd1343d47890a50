import { describe, expect, it } from "vitest";
import { MAX_CELL_LENGTH, MAX_ROWS } from "@/lib/imports/limits";
import { ImportFileError, readTable } from "@/lib/imports/read-table";
import { encodeText, windows1251, workbook } from "@/testing/spreadsheets";

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
    expect(await readTable(encode(text))).toMatchObject({
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
    expect(await readTable(bytes)).toMatchObject({
      header: ["Дата", "Время", "Телефон"],
      rows: [{ number: 2, cells: ["2026-11-27", "16:30", "79161234567"] }],
    });
  });

  it("shows each minute of a workbook's dates and times", async () => {
    const minutes = Array.from({ length: 1_440 }, (_, minute) => minute);
    // As spreadsheets store the entered time, and as they store the result of a sum.
    const bytes = workbook([
      ["Date", "Time", "Sum"],
      ...minutes.map((minute) => [
        { dateTime: 46_353 + minute / 1_440 },
        { time: minute / 1_440 },
        { dateTime: 46_353 + (minute + 1) / 1_440 - 1 / 1_440 },
      ]),
    ]);
    const { rows } = await readTable(bytes);
    const shown = rows.map(({ cells }) => cells);
    const expected = minutes.map((minute) => {
      const time = new Date(minute * 60_000).toISOString().slice(11, 16);
      const whole = time === "00:00" ? "2026-11-27" : `2026-11-27 ${time}`;
      return [whole, time, whole];
    });
    expect(shown).toEqual(expected);
  });

  it("has the zeros that a workbook shows before its numbers", async () => {
    const { rows } = await readTable(
      workbook([
        ["Номер заказа", "Телефон"],
        [{ fiveDigits: 123 }, 79161234567],
      ]),
    );
    expect(rows[0]?.cells).toEqual(["00123", "79161234567"]);
  });

  it("shows the numbers that a workbook cannot hold exactly as shortened", async () => {
    const { rows } = await readTable(
      workbook([
        ["Номер заказа", "Телефон"],
        [12_345_678_901_234_500, 999_999_999_999_999],
      ]),
    );
    expect(rows[0]?.cells).toEqual(["1.23456789012345e+16", "999999999999999"]);
  });

  it("is in the first visible sheet of a workbook, and in a hidden one by choice", async () => {
    const bytes = workbook(
      [
        ["Адрес", "Телефон"],
        ["Пушкина, 1", "+79"],
      ],
      { hasHiddenSheet: true },
    );
    const { header, sheets, layout } = await readTable(bytes);
    expect([header, layout.sheet]).toEqual([["Адрес", "Телефон"], 1]);
    expect(sheets).toEqual([
      { name: "0", isHidden: true },
      { name: "1", isHidden: false },
    ]);
    expect((await readTable(bytes, { chosen: { sheet: 0 } })).header).toEqual(["A"]);
  });

  it("leaves out hidden rows unless they are chosen", async () => {
    const bytes = workbook(
      [
        ["Адрес", "Телефон"],
        ["Пушкина, 1", "1"],
        ["Пушкина, 2", "2"],
        ["Пушкина, 3", "3"],
      ],
      {
        hiddenRows: [3],
      },
    );
    const shown = await readTable(bytes);
    expect(shown.rows.map(({ number }) => number)).toEqual([2, 4]);
    expect(shown.hiddenRows).toEqual([3]);
    const all = await readTable(bytes, { chosen: { hasHiddenRows: true } });
    expect(all.rows.map(({ number }) => number)).toEqual([2, 3, 4]);
  });

  it("has the text of a merged range in each of its cells", async () => {
    const bytes = workbook(
      [
        ["Заказы на завтра", "", ""],
        ["№ заказа", "Адрес", "Телефон"],
        ["M1", "Пушкина, 1", "1"],
        ["", "Пушкина, 2", ""],
        ["M2", "Пушкина, 3", "3"],
      ],
      { merges: ["A1:C1", "A3:A4", "C3:C4"] },
    );
    const { header, rows } = await readTable(bytes);
    expect(header).toEqual(["№ заказа", "Адрес", "Телефон"]);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ["M1", "Пушкина, 1", "1"],
      ["M1", "Пушкина, 2", "1"],
      ["M2", "Пушкина, 3", "3"],
    ]);
  });

  it.each([
    ["a line that names the separator", "sep=;\r\nАдрес;Телефон\r\nПушкина, 1;+79\r\n", 1],
    ["vertical bars", "Адрес|Телефон\nПушкина, 1; двор|+79", 1],
    ["commas in the header", "Адрес, с домом, полный;Телефон, мобильный\nПушкина, 1;+79\nЛесная 2;+78", 1],
    ["a line break in the header", '"Адрес\nдоставки";"Телефон\nполучателя"\n"Пушкина, 1";+79', 1],
    ["title rows", "Отчёт, заказы за день;\n\n27.11.2026;\nАдрес;Телефон\nПушкина, 1;+79\nЛесная, 2;+78", 4],
    ["a comma in each address", "Адрес;Телефон\nПушкина, 1;+79\nЛесная, 2;+78", 1],
    ["unknown names", "Куда везти;Кому звонить\nПушкина, 1;+79", 1],
    ["unknown names below a title", "Заказы;;\nКуда;Кому;Что\nПушкина, 1;+79;торт", 2],
  ])("is found in a text with %s", async (_, text, headerRow) => {
    for (const encoding of ["utf-8", "windows-1251", "ibm866", "utf-16le", "utf-16be"]) {
      const { rows, layout } = await readTable(encodeText(text, encoding));
      expect(layout).toMatchObject({ encoding, headerRow });
      expect(rows[0]?.cells[0]).toMatch(/^Пушкина, 1/);
      expect(rows[0]?.cells[1]).toBe("+79");
    }
  });

  it("is read as chosen where the guess is wrong", async () => {
    const bytes = encodeText("Отчёт;x;y\nКуда;Кому;Что\nПушкина;+79;торт", "ibm866");
    const chosen = { encoding: "ibm866", separator: ";", headerRow: 2 } as const;
    expect(await readTable(bytes, { chosen })).toMatchObject({
      header: ["Куда", "Кому", "Что"],
      rows: [{ number: 3, cells: ["Пушкина", "+79", "торт"] }],
      layout: chosen,
    });
    const wrong = await readTable(bytes, { chosen: { ...chosen, encoding: "windows-1251", separator: "," } });
    expect(wrong.header).toHaveLength(1);
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
