import { Check, CircleX, Clock, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { getApprovalState } from "@/lib/accounts/approval";
import type { Account } from "@/lib/db/generated/client";

const LOOKS = {
  approved: [Check, "text-delivered"],
  waiting: [Clock, "text-new"],
  rejected: [UserX, "text-bad"],
  barred: [UserX, "text-late"],
  disabled: [CircleX, "text-bad"],
} as const;

/** Whether an account can sign in and order. */
export function AccountState(account: Pick<Account, "disabledAt" | "isCustomer" | "approval">) {
  const t = useTranslations("ops.accounts.states");
  const state = account.disabledAt === null ? getApprovalState(account) : "disabled";
  const [Icon, color] = LOOKS[state];
  return (
    <p className={`flex items-center gap-1.5 text-xs font-medium ${color}`}>
      <Icon aria-hidden="true" className="size-3.5" />
      {t(state)}
    </p>
  );
}
