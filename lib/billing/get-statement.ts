import type { AccountScope } from "@/lib/account-scope";
import { getAccount } from "@/lib/accounts/get-account";
import { findHour, type LineSum, sumOpenLines } from "@/lib/billing/ended-order-sums";
import {
  isMonth,
  type LinePosition,
  nextMonth,
  type OpenPeriod,
  type Statement,
  type StatementIssuer,
  type StatementLine,
  type StatementPeriod,
  toMonth,
  toPeriod,
} from "@/lib/billing/statement";
import { findClosedPosition, type LinePage, selectClosedLines, selectOpenLines } from "@/lib/billing/store";
import type { Context } from "@/lib/context";
import type { Queryable } from "@/lib/db/client";
import type { StatementClosing, Statement as StatementRow } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";
import { fromRubles, kopecks } from "@/lib/pricing/money";

export interface StatementContext extends Pick<Context, "db" | "clock"> {
  readonly issuer: StatementIssuer;
}

const MAX_LISTED = 120;
/** Lines read by one statement. */
const LINES_AT_ONCE = 1_000;

export interface LineRange {
  readonly limit: number;
  readonly offset: number;
}

/** The closed statements, newest first, and the months since then, which are open. Test orders are never billed. */
async function readMonths(
  { db, clock }: StatementContext,
  scope: AccountScope,
): Promise<{ closed: Statement[]; open: OpenPeriod[] }> {
  const { timeZone, createdAt } = await getAccount(db, scope.accountId);
  const isLive = scope.mode === "live";
  const where = { accountId: scope.accountId };
  // Before the statements, so that a month that closes in between is missing from neither.
  const closing = isLive ? await db.models.statementClosing.findFirst({ where }) : null;
  const rows = isLive
    ? await db.models.statement.findMany({ where, orderBy: { month: "desc" }, take: MAX_LISTED })
    : [];
  const current = toMonth(clock.now(), timeZone);
  const last = rows[0];
  const isClosing = closing !== null && (last === undefined || last.month < closing.month);
  const open: OpenPeriod[] = [];
  const [opened = current] = [toMonth(createdAt, timeZone), current].toSorted();
  const oldest = isClosing ? closing.month : last === undefined ? opened : nextMonth(last.month);
  for (let month = oldest; month <= current; month = nextMonth(month)) {
    const isOldest = open.length === 0 && isLive;
    const previousEnd = open.at(-1)?.endsAt ?? last?.endsAt ?? null;
    // A new time zone does not change the month that is closing.
    const period = isOldest && isClosing ? toClosingPeriod(closing) : toPeriod(month, timeZone, previousEnd);
    open.push({ ...period, isOldest, since: isOldest && last === undefined ? null : period.startsAt });
  }
  return { closed: rows.map(fromRow), open: open.slice(-MAX_LISTED).reverse() };
}

const toClosingPeriod = ({ month, timeZone, startsAt, endsAt }: StatementClosing): StatementPeriod => {
  return { month, timeZone, startsAt, endsAt };
};

const toStatement = (
  { month, timeZone, startsAt, endsAt }: OpenPeriod,
  issuer: StatementIssuer,
  sum: LineSum,
): Statement => ({ month, timeZone, startsAt, endsAt, ...issuer, closedAt: null, ...sum });

/** Newest first. */
export async function listStatements(context: StatementContext, scope: AccountScope): Promise<Statement[]> {
  const { closed, open } = await readMonths(context, scope);
  const sums = await sumOpenLines(context.db, scope, open);
  const computed = open.map((period, index) => toStatement(period, context.issuer, sums[index] ?? NO_LINES));
  return [...computed.filter(({ lineCount }, index) => index === 0 || lineCount > 0), ...closed];
}

const NO_LINES: LineSum = { lineCount: 0, total: kopecks(0) };

/** A month of an account: the statement of a closed one, or the period of an open one. */
type Month = { readonly closed: Statement } | { readonly open: OpenPeriod };

async function findMonth(context: StatementContext, scope: AccountScope, month: string): Promise<Month> {
  if (!isMonth(month)) throw new DomainError("STATEMENT_NOT_FOUND");
  const months = await readMonths(context, scope);
  const closed = months.closed.find((one) => one.month === month);
  if (closed !== undefined) return { closed };
  const open = months.open.find((one) => one.month === month);
  if (open === undefined) throw new DomainError("STATEMENT_NOT_FOUND");
  return { open };
}

/** @throws DomainError STATEMENT_NOT_FOUND for a month that is not one, is in the future, or precedes the account */
export async function getStatement(
  context: StatementContext,
  scope: AccountScope,
  month: string,
  range: LineRange,
): Promise<{ statement: Statement; lines: StatementLine[] }> {
  const found = await findMonth(context, scope, month);
  const [statement, lines] = await Promise.all([
    "closed" in found ? found.closed : sumOpen(context, scope, found.open),
    readRange(context.db, scope, found, range),
  ]);
  return { statement, lines };
}

async function sumOpen({ db, issuer }: StatementContext, scope: AccountScope, period: OpenPeriod) {
  const [sum = NO_LINES] = await sumOpenLines(db, scope, [period]);
  return toStatement(period, issuer, sum);
}

function readPage(
  db: Queryable,
  scope: AccountScope,
  month: Month,
  after: LinePosition | null,
  limit: number,
): Promise<LinePage> {
  return "closed" in month
    ? selectClosedLines(db, scope, month.closed.month, after, limit)
    : selectOpenLines(db, scope, month.open, after, limit);
}

/** The position to read on from, so that the next line is the first after `offset` and `skipped` others. */
async function findStart(
  db: Queryable,
  scope: AccountScope,
  month: Month,
  offset: number,
): Promise<{ after: LinePosition | null; skipped: number } | null> {
  if (offset === 0) return { after: null, skipped: 0 };
  if ("closed" in month) {
    if (offset >= month.closed.lineCount) return null;
    return { after: await findClosedPosition(db, scope, month.closed.month, offset), skipped: 0 };
  }
  const hour = await findHour(db, scope, month.open, offset);
  return hour === null
    ? { after: null, skipped: offset }
    : { after: hour.after, skipped: offset - hour.before };
}

async function readRange(
  db: Queryable,
  scope: AccountScope,
  month: Month,
  { limit, offset }: LineRange,
): Promise<StatementLine[]> {
  const start = await findStart(db, scope, month, offset);
  if (start === null) return [];
  const lines: StatementLine[] = [];
  let { after, skipped } = start;
  for (;;) {
    const page = await readPage(db, scope, month, after, Math.min(limit + skipped, LINES_AT_ONCE));
    lines.push(...page.lines.slice(skipped, skipped + limit - lines.length));
    skipped = Math.max(0, skipped - page.lines.length);
    after = page.last;
    if (after === null || lines.length === limit) return lines;
  }
}

/** A statement and all its lines, which are read in pieces. @throws DomainError as `getStatement` */
export async function streamStatement(
  context: StatementContext,
  scope: AccountScope,
  month: string,
): Promise<{ timeZone: string; pieces: AsyncGenerator<readonly StatementLine[]> }> {
  const found = await findMonth(context, scope, month);
  const { timeZone } = "closed" in found ? found.closed : found.open;
  return { timeZone, pieces: readPieces(context.db, scope, found) };
}

async function* readPieces(
  db: Queryable,
  scope: AccountScope,
  month: Month,
): AsyncGenerator<readonly StatementLine[]> {
  let after: LinePosition | null = null;
  do {
    const page: LinePage = await readPage(db, scope, month, after, LINES_AT_ONCE);
    yield page.lines;
    after = page.last;
  } while (after !== null);
}

function fromRow({ accountId: _, total, vatPercent, ...row }: StatementRow): Statement {
  return { ...row, total: fromRubles(total), vatPercent: vatPercent === null ? null : Number(vatPercent) };
}
