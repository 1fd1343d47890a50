import { forgetKeysOfAccounts } from "@/lib/accounts/find-key";
import { listPeopleByRole } from "@/lib/accounts/list-people";
import { approvalMailKey } from "@/lib/accounts/mail-approval";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import type { Approval } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";
import { enqueueJobs } from "@/lib/jobs/enqueue-job";

/** Also of a rejected account. @param input.seen what the operator decided on @throws DomainError ACCOUNT_DECIDED */
export async function approveAccount(
  { db }: Pick<Context, "db">,
  { accountId, seen }: { accountId: string; seen: Approval },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { count } = await tx.models.account.updateMany({
      where: { id: accountId, isCustomer: false, approval: seen },
      data: { isCustomer: true, approval: null, rejectionReason: null },
    });
    if (count === 0) throw new DomainError("ACCOUNT_DECIDED");
    await enqueueApprovalMail(tx, accountId);
  });
  forgetKeysOfAccounts(db);
}

/** @throws DomainError ACCOUNT_DECIDED */
export async function rejectAccount(
  { db }: Pick<Context, "db">,
  { accountId, reason }: { accountId: string; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { count } = await tx.models.account.updateMany({
      where: { id: accountId, isCustomer: false, approval: "waiting" },
      data: { approval: "rejected", rejectionReason: reason },
    });
    if (count === 0) throw new DomainError("ACCOUNT_DECIDED");
    await enqueueApprovalMail(tx, accountId);
  });
  forgetKeysOfAccounts(db);
}

async function enqueueApprovalMail(tx: Transaction, accountId: string): Promise<void> {
  const owners = await listPeopleByRole(tx, accountId, ["owner"]);
  await enqueueJobs(
    tx,
    owners.map(({ id }) => ({ kind: "mail_approval", key: approvalMailKey(accountId, id) })),
  );
}
