import writeXlsxFile from "write-excel-file/node";
import type { AccountScope } from "@/lib/accounts/scope";
import type { CsvFormat } from "@/lib/orders/list/order-csv";
import { getTariffVersions } from "@/lib/pricing/get-tariff";
import { toRubles } from "@/lib/pricing/money";
import { getStatement, type StatementContext } from "@/lib/statements/get-statement";
import type { StatementLine } from "@/lib/statements/statement";
import {
  AMOUNT_COLUMNS,
  STATEMENT_COLUMNS,
  statementCsvHead,
  statementCsvLines,
  toCells,
} from "@/lib/statements/statement-csv";

const BATCH = 1_000;
const MAX_LINES = 100_000;

/** The whole statement as a file. @throws DomainError STATEMENT_NOT_FOUND */
export async function exportStatement(
  context: StatementContext,
  scope: AccountScope,
  month: string,
  { type, format }: { type: "csv" | "xlsx"; format: CsvFormat },
): Promise<string | Buffer<ArrayBuffer>> {
  const { statement, lines } = await readAll(context, scope, month);
  const tariffs = await getTariffVersions(
    context.db,
    lines.map(({ tariffId }) => tariffId),
  );
  const { timeZone } = statement;
  if (type === "csv") {
    return `\ufeff${statementCsvHead(timeZone, format)}${statementCsvLines(lines, timeZone, tariffs, format)}`;
  }
  const head = STATEMENT_COLUMNS.map((value) => ({ value, fontWeight: "bold" as const }));
  const rows = lines.map((line) => {
    const cells = toCells(line, timeZone, tariffs.get(line.tariffId));
    return STATEMENT_COLUMNS.map((name) => {
      const amount = AMOUNT_COLUMNS.find((one) => one === name);
      return amount === undefined
        ? { value: cells[name], type: String }
        : { value: toRubles(line[amount]), type: Number, format: "0.00" };
    });
  });
  return Buffer.from(await (await writeXlsxFile([head, ...rows], { sheet: month })).toBuffer());
}

async function readAll(context: StatementContext, scope: AccountScope, month: string) {
  const all: StatementLine[] = [];
  for (;;) {
    const range = { limit: BATCH, offset: all.length };
    const { statement, lines } = await getStatement(context, scope, month, range);
    all.push(...lines);
    if (lines.length < BATCH || all.length >= MAX_LINES) return { statement, lines: all };
  }
}
