export const SEPARATORS = [",", ";", "\t", "|"] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Records that a guess reads. */
const SAMPLE_RECORDS = 50;

/** A first line for spreadsheets, which is no row. */
const NAMED_SEPARATOR = /^\ufeff?"?sep=(.)"?\r?(?:\n|$)/i;

/** @param countKnown counts the known column names of a row @throws CsvError for a text that is no table */
export async function readText(
  text: string,
  {
    separator,
    countKnown,
  }: { separator: Separator | undefined; countKnown: (cells: readonly string[]) => number },
): Promise<{ separator: Separator; rows: string[][] }> {
  const { parse } = await import("csv-parse/browser/esm/sync");
  const [line = "", name] = NAMED_SEPARATOR.exec(text) ?? [];
  const table = text.slice(line.length);
  const options = { bom: true, relax_column_count: true, relax_quotes: true } as const;
  const named = SEPARATORS.find((one) => one === name);
  const chosen =
    separator ??
    named ??
    guessSeparator((delimiter) => parse(table, { ...options, delimiter, to: SAMPLE_RECORDS }), countKnown);
  return { separator: chosen, rows: parse(table, { ...options, delimiter: chosen }) };
}

/**
 * The separator that divides the most rows into the same number of cells, which known column names confirm: a comma may
 * happen to be in each address.
 */
function guessSeparator(
  read: (separator: Separator) => string[][],
  countKnown: (cells: readonly string[]) => number,
): Separator {
  const rate = (separator: Separator): { score: number; cells: number } => {
    try {
      const records = read(separator).filter((cells) => cells.some((cell) => cell.trim() !== ""));
      const counts = new Map<number, number>();
      for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
      counts.delete(1);
      const [cells = 1, count = 0] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
      const known = Math.max(0, ...records.map(countKnown));
      return { score: (count / Math.max(1, records.length)) * (1 + known / 2), cells };
    } catch {
      // An open quotation mark.
      return { score: -1, cells: 0 };
    }
  };
  const rated = SEPARATORS.map((separator) => ({ separator, ...rate(separator) }));
  const [best] = rated.sort((one, other) => other.score - one.score || other.cells - one.cells);
  return best?.separator ?? ",";
}
