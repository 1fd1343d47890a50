import type { DeliverySettings } from "@/lib/accounts/delivery-settings";
import { forgetKeysOfAccounts } from "@/lib/accounts/find-key";
import type { Database } from "@/lib/db/client";
import type { Account, Prisma } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";

export type MessageSettings = Pick<
  Account,
  "messageKinds" | "messageLocale" | "quietFrom" | "quietUntil" | "messageCap"
>;

export interface AccountChange extends Partial<DeliverySettings>, Partial<MessageSettings> {
  readonly messageTexts?: Prisma.InputJsonObject;
  readonly name?: string;
  readonly timeZone?: string;
  readonly phoneCountry?: string;
  readonly disabledAt?: Date | null;
  readonly isCustomer?: boolean;
  readonly onTimeTarget?: number | null;
  readonly rateLimitPerMinute?: number | null;
  readonly retentionDays?: number | null;
  readonly allowedNetworks?: string[];
}

/** Applies on every process within a second. @throws DomainError ACCOUNT_NOT_FOUND */
export async function updateAccount(
  db: Database,
  accountId: string,
  change: AccountChange,
): Promise<Account> {
  const [account] = await db.models.account.updateManyAndReturn({ where: { id: accountId }, data: change });
  if (account === undefined) throw new DomainError("ACCOUNT_NOT_FOUND");
  forgetKeysOfAccounts(db);
  return account;
}
