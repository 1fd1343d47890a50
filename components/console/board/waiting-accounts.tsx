"use client";

import { Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { AccountDecision } from "@/components/console/account-decision";
import type { FormActions } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { Permitted } from "@/components/ui/permissions";
import { LINK, TRUNCATED } from "@/components/ui/styles";
import type { ConsoleBoard } from "@/lib/console/console-board";

interface Props {
  readonly waitingAccounts: ConsoleBoard["waitingAccounts"];
  readonly actions: FormActions<"approve" | "reject">;
}

/** One row for all shops that wait for approval; several are in the list of accounts. */
export function WaitingAccounts({ waitingAccounts, actions }: Props) {
  const t = useTranslations("console.waiting");
  const oldest = waitingAccounts?.oldest ?? null;
  if (waitingAccounts === undefined || oldest === null) return null;
  const { count } = waitingAccounts;
  return (
    <section
      aria-labelledby="waiting-shops"
      className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-2.5 border-t border-line py-2.5 pr-4 pl-4"
    >
      <span className="mt-1.5 flex size-7 items-center justify-center rounded-md bg-new-tint text-new">
        <Store aria-hidden="true" className="size-4" />
      </span>
      <div className="min-w-0">
        <h2 id="waiting-shops" className="text-sm font-semibold">
          {t("row", { count })}
        </h2>
        <p className={`text-xs leading-5 text-soft ${TRUNCATED}`}>
          <Link href={`/ops/accounts/${oldest.id}`} className={LINK}>
            {oldest.name}
          </Link>
          {oldest.email !== null && ` · ${oldest.email}`}
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          {/* The key closes a dialog about a shop that another operator has decided on. */}
          <Permitted needs="service.manage_accounts">
            <AccountDecision
              key={oldest.id}
              id={oldest.id}
              name={oldest.name}
              seen="waiting"
              isSmall
              {...actions}
            />
          </Permitted>
          {count > 1 && (
            <Link href="/ops/accounts?state=waiting" className={`${LINK} text-sm`}>
              {t("all")}
            </Link>
          )}
        </div>
      </div>
    </section>
  );
}
