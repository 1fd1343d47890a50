import { listOwners } from "@/lib/accounts/list-people";
import { mintScope } from "@/lib/accounts/scope";
import type { Config } from "@/lib/config";
import type { Context } from "@/lib/context";
import { DAY_MS } from "@/lib/duration";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { closesAt, nextMonth, type StatementIssuer, toMonth, toPeriod } from "@/lib/statements/statement";
import { insertStatement, selectBilledAccounts } from "@/lib/statements/store";

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

/** Closes the account's oldest open month. @returns it; null if none is due, or another process has closed it */
export async function closeOldestMonth(
  { db, clock }: Pick<Context, "db" | "clock">,
  accountId: string,
  issuer: StatementIssuer,
): Promise<string | null> {
  const [account] = await selectBilledAccounts(db, accountId);
  const now = clock.now();
  const month = account === undefined ? null : findDueMonth(account, now);
  if (account === undefined || month === null) return null;
  const period = toPeriod(month, account.timeZone, account.endsAt);
  const isClosed = await insertStatement(db, mintScope(accountId, "live"), period, issuer, now);
  return isClosed ? month : null;
}

/** Months close in order, since a later one corrects the earlier; owners get an email about the latest. */
export const closeStatement =
  ({ billing, mail }: Pick<Config, "billing" | "mail">): JobHandler =>
  async (context, accountId) => {
    const closed = await closeOldestMonth(context, accountId, billing);
    if (closed !== null) return { type: "again", afterMs: 0 };
    const last = await findLastClosed(context, accountId);
    if (mail === null || last === null) return DONE;
    const owners = await listOwners(context.db, accountId);
    const keys = owners.map(({ id }) => `${accountId} ${last} ${id}`);
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
