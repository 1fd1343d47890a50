import { mintScope } from "@/lib/account-scope";
import { listPeopleByRole } from "@/lib/accounts/list-people";
import {
  insertClosing,
  insertLines,
  insertStatement,
  lockClosing,
  lockEndedOrders,
  lockOrderEnds,
} from "@/lib/billing/closing-store";
import { STATEMENT_READERS } from "@/lib/billing/mail-statement";
import {
  closesAt,
  nextMonth,
  type OpenPeriod,
  type StatementIssuer,
  toMonth,
  toPeriod,
} from "@/lib/billing/statement";
import { selectBilledAccounts, selectOrderPositions } from "@/lib/billing/store";
import type { Config } from "@/lib/config";
import type { Context } from "@/lib/context";
import type { Database, Transaction } from "@/lib/db/client";
import { DAY_MS } from "@/lib/duration";
import { DONE, type JobHandler } from "@/lib/jobs/job";

type BilledAccount = Awaited<ReturnType<typeof selectBilledAccounts>>[number];

/** The oldest month without a statement, if it closes by now. */
function findDueMonth({ timeZone, firstEndedAt, month }: BilledAccount, now: Date): string | null {
  if (month === null && firstEndedAt === null) return null;
  const due = month === null ? toMonth(firstEndedAt ?? now, timeZone) : nextMonth(month);
  return closesAt(due, timeZone) <= now ? due : null;
}

/** Enqueues a job for each account whose oldest open month is due. */
export const findDueStatements: JobHandler = async ({ db, clock }) => {
  const accounts = await selectBilledAccounts(db, null);
  const due = accounts.filter((account) => findDueMonth(account, clock.now()) !== null);
  return { type: "split", kind: "close_statement", keys: due.map(({ id }) => id) };
};

/** Lines of one transaction, which then takes a fraction of its time limit. */
const LINES_AT_ONCE = 500;

/** A run ends well before the lease of its job. */
const RUN_MS = 3_000;

type ClosingContext = Pick<Context, "db" | "clock">;

/** Begins to close the account's oldest open month, if it is due and not begun. */
async function beginDueMonth({ db, clock }: ClosingContext, accountId: string): Promise<void> {
  const [account] = await selectBilledAccounts(db, accountId);
  if (account === undefined) return;
  const month = findDueMonth(account, clock.now());
  if (month === null) return;
  const period = toPeriod(month, account.timeZone, account.endsAt);
  await db.transaction((tx) => insertClosing(tx, accountId, period));
}

/** The month that is closing, with the position of its last order; its row is locked. */
async function lockPeriod(tx: Transaction, accountId: string) {
  const closing = await lockClosing(tx, accountId);
  if (closing === null) return null;
  const { position, ...rest } = closing;
  const isFirst = (await tx.models.statement.findFirst({ where: { accountId } })) === null;
  const period: OpenPeriod = { ...rest, isOldest: true, since: isFirst ? null : rest.startsAt };
  return { period, position };
}

/** Writes the next lines of the month that is closing. @returns whether it may have more */
function writeLines(db: Database, accountId: string): Promise<boolean> {
  const scope = mintScope(accountId, "live");
  return db.transaction(async (tx) => {
    const closing = await lockPeriod(tx, accountId);
    if (closing === null) return false;
    const { period, position } = closing;
    const positions = await selectOrderPositions(tx, scope, period, position, LINES_AT_ONCE);
    await lockEndedOrders(
      tx,
      positions.map(({ orderId }) => orderId),
    );
    await insertLines(tx, scope, period, positions);
    return positions.length === LINES_AT_ONCE;
  });
}

/** Closes the month whose lines are all written. @returns it; null if none is closing; "unfinished" if some are not */
function finishClosing(
  { db, clock }: ClosingContext,
  accountId: string,
  issuer: StatementIssuer,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    await lockOrderEnds(tx, accountId);
    const closing = await lockPeriod(tx, accountId);
    if (closing === null) return null;
    const { period, position } = closing;
    const left = await selectOrderPositions(tx, mintScope(accountId, "live"), period, position, 1);
    if (left.length > 0) return UNFINISHED;
    await insertStatement(tx, accountId, issuer, clock.now());
    return period.month;
  });
}

const UNFINISHED = "unfinished";

/**
 * Closes the account's oldest open month, or goes on closing it. Its lines are written in pieces that do not count until
 * its statement is inserted, so a killed process leaves nothing to repair.
 * @returns the month; "unfinished" if the time is up; null if none is due, or another process has closed it
 */
export async function closeOldestMonth(
  context: ClosingContext,
  accountId: string,
  issuer: StatementIssuer,
  isTimeUp: () => boolean = () => false,
): Promise<string | null> {
  await beginDueMonth(context, accountId);
  for (;;) {
    const hasMore = await writeLines(context.db, accountId);
    const closed = hasMore ? UNFINISHED : await finishClosing(context, accountId, issuer);
    if (closed !== UNFINISHED || isTimeUp()) return closed;
  }
}

/** Months close in order, since a later one corrects the earlier; owners and finance get an email about the latest. */
export const closeStatement =
  ({ billing, mail }: Pick<Config, "billing" | "mail">): JobHandler =>
  async (context, accountId) => {
    const startedAt = performance.now();
    const isTimeUp = () => performance.now() - startedAt > RUN_MS;
    const closed = await closeOldestMonth(context, accountId, billing, isTimeUp);
    if (closed !== null) return { type: "again", afterMs: 0 };
    const last = await findLastClosed(context, accountId);
    if (mail === null || last === null) return DONE;
    const readers = await listPeopleByRole(context.db, accountId, STATEMENT_READERS);
    const keys = readers.map(({ id }) => `${accountId} ${last} ${id}`);
    return { type: "split", kind: "mail_statement", keys };
  };

/** The latest month, if it closed within the last day: an older one has been sent. */
async function findLastClosed(
  { db, clock }: Pick<Context, "db" | "clock">,
  accountId: string,
): Promise<string | null> {
  const since = new Date(clock.now().getTime() - DAY_MS);
  const where = { accountId, closedAt: { gte: since } };
  const found = await db.models.statement.findFirst({ where, orderBy: { month: "desc" } });
  return found?.month ?? null;
}
