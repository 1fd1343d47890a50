import { getAccount } from "@/lib/accounts/get-account";
import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import type { Statement as StatementRow } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";
import { fromRubles } from "@/lib/pricing/money";
import {
  isMonth,
  nextMonth,
  type Statement,
  type StatementIssuer,
  type StatementLine,
  type StatementPeriod,
  toMonth,
  toPeriod,
} from "@/lib/statements/statement";
import { type LineRange, selectClosedLines, selectOpenLines, sumOpenLines } from "@/lib/statements/store";

export interface StatementContext extends Pick<Context, "db" | "clock"> {
  readonly issuer: StatementIssuer;
}

const MAX_LISTED = 120;

type OpenPeriod = StatementPeriod & { readonly isOldest: boolean };

/** The closed statements, newest first, and the months since then, which are open. Test orders are never billed. */
async function readMonths(
  { db, clock }: StatementContext,
  scope: AccountScope,
): Promise<{ closed: Statement[]; open: OpenPeriod[] }> {
  const { timeZone, createdAt } = await getAccount(db, scope.accountId);
  const rows =
    scope.mode === "live"
      ? await db.models.statement.findMany({
          where: { accountId: scope.accountId },
          orderBy: { month: "desc" },
          take: MAX_LISTED,
        })
      : [];
  const current = toMonth(clock.now(), timeZone);
  const last = rows[0];
  const open: OpenPeriod[] = [];
  const [opened = current] = [toMonth(createdAt, timeZone), current].toSorted();
  const oldest = last === undefined ? opened : nextMonth(last.month);
  for (let month = oldest; month <= current; month = nextMonth(month)) {
    const isOldest = open.length === 0 && scope.mode === "live";
    open.push({ ...toPeriod(month, timeZone, open.at(-1)?.endsAt ?? last?.endsAt ?? null), isOldest });
  }
  return { closed: rows.map(fromRow), open: open.slice(-MAX_LISTED).reverse() };
}

async function sumOpen(
  { db, issuer }: StatementContext,
  scope: AccountScope,
  period: OpenPeriod,
): Promise<Statement> {
  const { isOldest: _, ...shown } = period;
  return { ...shown, ...issuer, closedAt: null, ...(await sumOpenLines(db, scope, period)) };
}

/** Newest first. */
export async function listStatements(context: StatementContext, scope: AccountScope): Promise<Statement[]> {
  const { closed, open } = await readMonths(context, scope);
  const computed = [];
  for (const period of open) computed.push(await sumOpen(context, scope, period));
  return [...computed.filter(({ lineCount }, index) => index === 0 || lineCount > 0), ...closed];
}

/** @throws DomainError STATEMENT_NOT_FOUND for a month that is not one, is in the future, or precedes the account */
export async function getStatement(
  context: StatementContext,
  scope: AccountScope,
  month: string,
  range: LineRange,
): Promise<{ statement: Statement; lines: StatementLine[] }> {
  if (!isMonth(month)) throw new DomainError("STATEMENT_NOT_FOUND");
  const { closed, open } = await readMonths(context, scope);
  const statement = closed.find((one) => one.month === month);
  if (statement !== undefined) {
    return { statement, lines: await selectClosedLines(context.db, scope, month, range) };
  }
  const period = open.find((one) => one.month === month);
  if (period === undefined) throw new DomainError("STATEMENT_NOT_FOUND");
  const [summed, lines] = await Promise.all([
    sumOpen(context, scope, period),
    selectOpenLines(context.db, scope, period, range),
  ]);
  return { statement: summed, lines };
}

function fromRow({ accountId: _, total, vatPercent, ...row }: StatementRow): Statement {
  return { ...row, total: fromRubles(total), vatPercent: vatPercent === null ? null : Number(vatPercent) };
}
