import { mintScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
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

/** Months close in order, one a run, since a later one corrects the earlier. */
export const closeStatement =
  (issuer: StatementIssuer): JobHandler =>
  async (context, accountId) => {
    const month = await closeOldestMonth(context, accountId, issuer);
    return month === null ? DONE : { type: "again", afterMs: 0 };
  };
