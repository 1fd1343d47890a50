import type { AccountScope } from "@/lib/account-scope";
import { type StatementContext, streamStatement } from "@/lib/billing/get-statement";
import type { StatementLine } from "@/lib/billing/statement";
import {
  AMOUNT_COLUMNS,
  STATEMENT_COLUMNS,
  statementCsvHead,
  statementCsvLines,
  toCells,
} from "@/lib/billing/statement-csv";
import { streamXlsx, type XlsxCell } from "@/lib/billing/xlsx";
import type { Queryable } from "@/lib/db/client";
import { BYTE_ORDER_MARK, type CsvFormat } from "@/lib/orders/list/order-csv";
import { getTariffVersions } from "@/lib/pricing/get-tariff";
import { toRubles } from "@/lib/pricing/money";
import type { Tariff } from "@/lib/pricing/tariff";

/** The whole statement as a file, written as its lines are read. @throws DomainError STATEMENT_NOT_FOUND */
export async function exportStatement(
  context: StatementContext,
  scope: AccountScope,
  month: string,
  { type, format }: { type: "csv" | "xlsx"; format: CsvFormat },
): Promise<AsyncGenerator<string | Uint8Array>> {
  const { timeZone, pieces } = await streamStatement(context, scope, month);
  const priced = readTariffs(context.db, pieces);
  return type === "csv"
    ? writeCsv(priced, timeZone, format)
    : streamXlsx(month, STATEMENT_COLUMNS, toRows(priced, timeZone));
}

interface PricedLines {
  readonly lines: readonly StatementLine[];
  readonly tariffs: ReadonlyMap<number, Tariff>;
}

async function* readTariffs(
  db: Queryable,
  pieces: AsyncGenerator<readonly StatementLine[]>,
): AsyncGenerator<PricedLines> {
  for await (const lines of pieces) {
    const tariffs = await getTariffVersions(
      db,
      lines.map(({ tariffId }) => tariffId),
    );
    yield { lines, tariffs };
  }
}

async function* writeCsv(
  pieces: AsyncGenerator<PricedLines>,
  timeZone: string,
  format: CsvFormat,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + statementCsvHead(timeZone, format);
  for await (const { lines, tariffs } of pieces) yield statementCsvLines(lines, timeZone, tariffs, format);
}

async function* toRows(pieces: AsyncGenerator<PricedLines>, timeZone: string): AsyncGenerator<XlsxCell[][]> {
  for await (const { lines, tariffs } of pieces) {
    yield lines.map((line) => {
      const cells = toCells(line, timeZone, tariffs.get(line.tariffId));
      return STATEMENT_COLUMNS.map((name) => {
        const amount = AMOUNT_COLUMNS.find((one) => one === name);
        return amount === undefined ? cells[name] : toRubles(line[amount]);
      });
    });
  }
}
