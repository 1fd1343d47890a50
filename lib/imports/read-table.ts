// Runs in the browser, where a compressed bomb harms only the device that opens it.

import { isKnownHeader, type RememberedColumns } from "@/lib/imports/column";
import { MAX_CELL_LENGTH, MAX_COLUMNS, MAX_FILE_BYTES, MAX_ROWS } from "@/lib/imports/limits";
import { readText, type Separator } from "@/lib/imports/read-text";
import { fillMerges, type Range, readWorkbook, type Sheet } from "@/lib/imports/read-workbook";
import { decodeText, type Encoding, guessEncoding } from "@/lib/imports/text-encoding";

/** Rows among which the header is searched and can be chosen. */
const LEADING_ROWS = 20;

export type FileProblem = "too_large" | "too_many_rows" | "empty" | "unreadable" | "old_excel";

export class ImportFileError extends Error {
  constructor(readonly problem: FileProblem) {
    super(`The file cannot be imported: ${problem}`);
    this.name = "ImportFileError";
  }
}

export interface TableRow {
  /** As a spreadsheet numbers it: the header is usually row 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** How a file is read. */
export interface FileLayout {
  /** Null for a workbook, as is the separator. */
  readonly encoding: Encoding | null;
  readonly separator: Separator | null;
  /** The index of the sheet; null for a text. */
  readonly sheet: number | null;
  /** The number of the row with the names of the columns. */
  readonly headerRow: number;
  /** Whether hidden and filtered rows are read. */
  readonly hasHiddenRows: boolean;
}

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  readonly layout: FileLayout;
  readonly sheets: readonly Sheet[];
  /** The first rows of the file, of which each can be the header. */
  readonly leading: readonly TableRow[];
  /** The numbers of hidden and filtered rows below the header. */
  readonly hiddenRows: readonly number[];
}

interface ReadOptions {
  /** What the reader has chosen; the rest is guessed. */
  readonly chosen?: Partial<FileLayout>;
  readonly remembered?: RememberedColumns;
  /** Of the account. */
  readonly country?: string;
}

/** @throws ImportFileError */
export async function readTable(bytes: ArrayBuffer, options: ReadOptions = {}): Promise<Table> {
  if (bytes.byteLength > MAX_FILE_BYTES) throw new ImportFileError("too_large");
  const { chosen = {}, remembered = {} } = options;
  const countKnown = (cells: readonly string[]) =>
    cells.filter((name) => isKnownHeader(name, remembered)).length;
  const { texts, merges, hidden, ...layout } = await readCells(bytes, options, countKnown);
  const hasHiddenRows = chosen.hasHiddenRows ?? false;
  const isListed = ({ number, cells }: TableRow) =>
    cells.some((cell) => cell !== "") && (hasHiddenRows || !hidden.has(number - 1));
  const leading = toRows(texts).filter(isListed).slice(0, LEADING_ROWS);
  const headerRow = chosen.headerRow ?? guessHeaderRow(leading, countKnown);
  const all = toRows(fillMerges(texts, merges, headerRow - 1));
  const header = all[headerRow - 1]?.cells ?? [];
  const rows = all.slice(headerRow).filter(isListed);
  if (rows.length === 0) throw new ImportFileError("empty");
  if (rows.length > MAX_ROWS) throw new ImportFileError("too_many_rows");
  const hiddenRows = all
    .slice(headerRow)
    .filter(({ number, cells }) => hidden.has(number - 1) && cells.some((cell) => cell !== ""))
    .map(({ number }) => number);
  const { encoding, separator, sheet, sheets } = layout;
  return {
    header,
    rows,
    layout: { encoding, separator, sheet, headerRow, hasHiddenRows },
    sheets,
    leading,
    hiddenRows,
  };
}

interface FileCells extends Pick<FileLayout, "encoding" | "separator" | "sheet"> {
  readonly texts: readonly (readonly string[])[];
  readonly merges: readonly Range[];
  /** Indexes of rows. */
  readonly hidden: ReadonlySet<number>;
  readonly sheets: readonly Sheet[];
}

async function readCells(
  bytes: ArrayBuffer,
  { chosen = {}, country = "" }: ReadOptions,
  countKnown: (cells: readonly string[]) => number,
): Promise<FileCells> {
  const start = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength)).join();
  // The first bytes of a ZIP archive, which an XLSX file is, and of an XLS file.
  if (start === "208,207,17,224") throw new ImportFileError("old_excel");
  try {
    if (start === "80,75,3,4") return await readWorkbookCells(bytes, chosen.sheet ?? null);
    const encoding = chosen.encoding ?? guessEncoding(bytes, country);
    const text = decodeText(bytes, encoding);
    const { separator, rows } = await readText(text, {
      separator: chosen.separator ?? undefined,
      countKnown,
    });
    return { texts: rows, merges: [], hidden: new Set(), sheets: [], encoding, separator, sheet: null };
  } catch (error) {
    throw Object.assign(new ImportFileError("unreadable"), { cause: error });
  }
}

/** The first visible sheet with rows, unless one is chosen. */
async function readWorkbookCells(bytes: ArrayBuffer, chosen: number | null): Promise<FileCells> {
  const { sheets, readSheet } = await readWorkbook(bytes);
  const visible = [...sheets.keys()].filter((index) => sheets[index]?.isHidden === false);
  const candidates = chosen === null ? [...visible, 0] : [chosen];
  for (const [position, sheet] of candidates.entries()) {
    const { rows, merges, hiddenRows } = await readSheet(sheet);
    if (rows.length > 1 || position === candidates.length - 1) {
      return { texts: rows, merges, hidden: hiddenRows, sheets, encoding: null, separator: null, sheet };
    }
  }
  throw new ImportFileError("empty");
}

const toRows = (texts: readonly (readonly string[])[]): TableRow[] =>
  texts.map((cells, index) => ({
    number: index + 1,
    cells: cells.slice(0, MAX_COLUMNS).map((one) => one.trim().slice(0, MAX_CELL_LENGTH)),
  }));

/** The row with the most known names, of at least two; otherwise the first that is not a title. */
function guessHeaderRow(
  leading: readonly TableRow[],
  countKnown: (cells: readonly string[]) => number,
): number {
  const rated = leading.map(({ number, cells }) => ({
    number,
    known: countKnown(cells),
    width: cells.filter((cell) => cell !== "").length,
  }));
  const known = Math.max(0, ...rated.map((row) => row.known));
  const width = Math.max(0, ...rated.map((row) => row.width));
  const found =
    known >= 2 ? rated.find((row) => row.known === known) : rated.find((row) => row.width >= width / 2);
  return found?.number ?? 1;
}
