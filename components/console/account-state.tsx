import { Check, CircleX, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Account } from "@/lib/db/generated/client";

/** Whether an account can sign in and order. */
export function AccountState({ disabledAt, isCustomer }: Pick<Account, "disabledAt" | "isCustomer">) {
  const t = useTranslations("ops.accounts");
  const [Icon, color, text] =
    disabledAt !== null
      ? ([CircleX, "text-bad", t("disabled")] as const)
      : isCustomer
        ? ([Check, "text-delivered", t("active")] as const)
        : ([UserX, "text-late", t("not_customer")] as const);
  return (
    <p className={`flex items-center gap-1.5 text-xs font-medium ${color}`}>
      <Icon aria-hidden="true" className="size-3.5" />
      {text}
    </p>
  );
}
