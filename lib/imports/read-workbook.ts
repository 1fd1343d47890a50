import { MAX_COLUMNS } from "@/lib/imports/limits";

export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
}

export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Rows and columns count from 0, from the first of the sheet. */
export interface WorkbookSheet {
  readonly rows: readonly (readonly string[])[];
  /** Hidden by hand or by a filter. */
  readonly hiddenRows: ReadonlySet<number>;
  readonly merges: readonly Range[];
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** @param index in `sheets` @throws Error if the sheet is damaged */
  readonly readSheet: (index: number) => Promise<WorkbookSheet>;
}

/** @throws Error if the file is damaged, or of another kind */
export async function readWorkbook(bytes: ArrayBuffer): Promise<Workbook> {
  const [{ readSheet }, readXml] = await Promise.all([
    import("read-excel-file/universal"),
    openArchive(bytes),
  ]);
  const book = listSheets(readXml);
  const widths = listZeroWidths(readXml);
  return {
    sheets: book.map(({ name, isHidden }) => ({ name, isHidden })),
    readSheet: async (index) => {
      const values: readonly (readonly unknown[])[] = await readSheet(bytes, index + 1);
      const { hiddenRows, merges, styles } = readLayout(readXml, book[index]?.path ?? "");
      const toCell = (value: unknown, row: number, column: number): string => {
        const width = widths.get(styles.get(`${row} ${column}`) ?? 0) ?? 0;
        return typeof value === "number" ? formatNumber(value, width) : toText(value);
      };
      const rows = values.map((cells, row) => cells.map((value, column) => toCell(value, row, column)));
      return { rows, hiddenRows, merges };
    },
  };
}

/** Calls a function with the elements of a file of the workbook, without the prefixes of their names. */
type ReadXml = (
  path: string,
  onElement: (name: string, attributes: Readonly<Record<string, string>>) => void,
) => void;

async function openArchive(bytes: ArrayBuffer): Promise<ReadXml> {
  const [{ strFromU8, unzipSync }, { Parser }] = await Promise.all([import("fflate"), import("saxen")]);
  const archive = new Uint8Array(bytes);
  return (path, onElement) => {
    const file = unzipSync(archive, { filter: ({ name }) => name === path })[path];
    if (file === undefined) return;
    const parser = new Parser();
    parser.on("openTag", (name, getAttributes, decode) => {
      const attributes = Object.entries(getAttributes());
      onElement(
        withoutPrefix(name),
        Object.fromEntries(attributes.map(([key, text]) => [key, decode(text)])),
      );
    });
    parser.on("error", (error) => {
      throw error;
    });
    parser.parse(strFromU8(file));
  };
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Values of a boolean attribute. */
const isTrue = (text: string | undefined): boolean => text === "1" || text === "true";

function listSheets(readXml: ReadXml): (Sheet & { path: string })[] {
  const paths = new Map<string, string>();
  readXml("xl/_rels/workbook.xml.rels", (name, { Id, Target }) => {
    if (name !== "Relationship" || Id === undefined || Target === undefined) return;
    paths.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
  });
  const sheets: (Sheet & { path: string })[] = [];
  readXml("xl/workbook.xml", (element, attributes) => {
    if (element !== "sheet") return;
    const { name = "", state = "visible" } = attributes;
    const [, relation = ""] = Object.entries(attributes).find(([key]) => key.endsWith(":id")) ?? [];
    sheets.push({ name, isHidden: state !== "visible", path: paths.get(relation) ?? "" });
  });
  return sheets;
}

/** The number of digits of each cell style that shows zeros before a number, such as `00000`. */
function listZeroWidths(readXml: ReadXml): ReadonlyMap<number, number> {
  const codes = new Map<string, string>();
  const widths = new Map<number, number>();
  let isCellStyle = false;
  let style = 0;
  readXml("xl/styles.xml", (name, attributes) => {
    if (name === "numFmt") codes.set(attributes.numFmtId ?? "", attributes.formatCode ?? "");
    if (name === "cellXfs" || name === "cellStyles" || name === "dxfs") isCellStyle = name === "cellXfs";
    if (name !== "xf" || !isCellStyle) return;
    const [positive = ""] = (codes.get(attributes.numFmtId ?? "") ?? "").split(";");
    if (/^0{2,}$/.test(positive)) widths.set(style, positive.length);
    style += 1;
  });
  return widths;
}

function readLayout(readXml: ReadXml, path: string) {
  const hiddenRows = new Set<number>();
  const merges: Range[] = [];
  const styles = new Map<string, number>();
  let row = -1;
  let column = -1;
  readXml(path, (name, attributes) => {
    if (name === "row") {
      row = attributes.r === undefined ? row + 1 : Number(attributes.r) - 1;
      column = -1;
      if (isTrue(attributes.hidden)) hiddenRows.add(row);
    }
    if (name === "c") {
      const at = toPosition(attributes.r ?? "");
      column = at?.column ?? column + 1;
      if (attributes.s !== undefined) styles.set(`${at?.row ?? row} ${column}`, Number(attributes.s));
    }
    if (name === "mergeCell") {
      const [from, to] = (attributes.ref ?? "").split(":").map(toPosition);
      if (from && to) merges.push({ top: from.row, bottom: to.row, left: from.column, right: to.column });
    }
  });
  return { hiddenRows, merges, styles };
}

/** The position of a cell such as `AB12`. */
function toPosition(reference: string): { row: number; column: number } | null {
  const [, letters, digits] = /^\$?([A-Z]+)\$?(\d+)$/.exec(reference) ?? [];
  if (letters === undefined) return null;
  const column = [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}

/** Each cell of a merged range gets the text of its first one; the header's only those below each other. */
export function fillMerges(
  rows: readonly (readonly string[])[],
  merges: readonly Range[],
  headerRow: number,
): string[][] {
  const filled = rows.map((cells) => [...cells]);
  for (const { top, bottom, left, right } of merges) {
    const text = rows[top]?.[left] ?? "";
    if (text === "") continue;
    for (let row = Math.max(top, headerRow); row <= Math.min(bottom, rows.length - 1); row += 1) {
      const last = row > headerRow ? Math.min(right, MAX_COLUMNS - 1) : left;
      const cells = filled[row] ?? [];
      for (let column = left; column <= last; column += 1) {
        while (cells.length <= column) cells.push("");
        if (cells[column] === "") cells[column] = text;
      }
    }
  }
  return filled;
}

/** Spreadsheets keep 15 digits of a number; a longer one is shown as shortened. */
const MAX_EXACT = 1e15;

function formatNumber(value: number, width: number): string {
  if (Math.abs(value) >= MAX_EXACT) return value.toExponential();
  return Number.isInteger(value) && value >= 0 ? String(value).padStart(width, "0") : String(value);
}

const MINUTE_MS = 60_000;

/**
 * A date cell has no time zone: its UTC parts are what the spreadsheet shows. Times alone are of the year 1899.
 * The fraction of a day that a cell holds can be below a whole minute.
 */
function toText(value: unknown): string {
  if (!(value instanceof Date)) return value == null ? "" : String(value);
  const rounded = new Date(Math.round(value.getTime() / MINUTE_MS) * MINUTE_MS);
  const [date = "", time = ""] = rounded.toISOString().slice(0, 16).split("T");
  if (value.getUTCFullYear() < 1901) return time;
  return time === "00:00" ? date : `${date} ${time}`;
}
