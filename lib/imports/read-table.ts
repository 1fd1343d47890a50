// Runs in the browser, where a compressed bomb harms only the device that opens it.

import { MAX_CELL_LENGTH, MAX_COLUMNS, MAX_FILE_BYTES, MAX_ROWS } from "@/lib/imports/limits";

const SEPARATORS = [",", ";", "\t"];

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

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
}

/** @throws ImportFileError */
export async function readTable(bytes: ArrayBuffer): Promise<Table> {
  if (bytes.byteLength > MAX_FILE_BYTES) throw new ImportFileError("too_large");
  const start = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength)).join();
  // The first bytes of a ZIP archive, which an XLSX file is, and of an XLS file.
  if (start === "208,207,17,224") throw new ImportFileError("old_excel");
  const found = start === "80,75,3,4" ? await readWorkbook(bytes) : await readText(decodeText(bytes));
  const rows = found
    .map((cells, index) => ({
      number: index + 1,
      cells: cells.slice(0, MAX_COLUMNS).map((one) => one.trim().slice(0, MAX_CELL_LENGTH)),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const [header, ...rest] = rows;
  if (header === undefined || rest.length === 0) throw new ImportFileError("empty");
  if (rest.length > MAX_ROWS) throw new ImportFileError("too_many_rows");
  return { header: header.cells, rows: rest };
}

/** UTF-16 has a byte order mark; text that is not UTF-8 is Windows-1251, as Excel saves CSV in Russian. */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1251").decode(bytes);
  }
}

async function readText(text: string): Promise<string[][]> {
  const { parse } = await import("csv-parse/browser/esm/sync");
  const [head = ""] = text.trimStart().split(/\r?\n/, 1);
  const count = (separator: string) => head.replaceAll(/"[^"]*"/g, "").split(separator).length;
  const delimiter = SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best));
  try {
    return parse(text, { bom: true, delimiter, relax_column_count: true, relax_quotes: true });
  } catch (error) {
    throw Object.assign(new ImportFileError("unreadable"), { cause: error });
  }
}

async function readWorkbook(bytes: ArrayBuffer): Promise<string[][]> {
  const { readSheet } = await import("read-excel-file/universal");
  try {
    const rows: readonly (readonly unknown[])[] = await readSheet(bytes);
    return rows.map((cells) => cells.map(toText));
  } catch (error) {
    throw Object.assign(new ImportFileError("unreadable"), { cause: error });
  }
}

/** A date cell has no time zone: its UTC parts are what the spreadsheet shows. Times alone are of the year 1899. */
function toText(value: unknown): string {
  if (!(value instanceof Date)) return value == null ? "" : String(value);
  const [date = "", time = ""] = value.toISOString().slice(0, 16).split("T");
  if (value.getUTCFullYear() < 1901) return time;
  return time === "00:00" ? date : `${date} ${time}`;
}
