"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { LinkCard } from "@/components/people/team-actions";
import { ActionForm, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { CARD, LINK } from "@/components/ui/styles";
import type { OpenedAccount } from "@/lib/accounts/open-account";

export function NewAccount({ open }: { open: FormAction<OpenedAccount> }) {
  const t = useTranslations("ops.accounts");
  return (
    <ActionForm
      action={open}
      fields={{ name: t("fields.name"), email: t("fields.email") }}
      done={({ subject, result }) => (
        <div className="mt-5 border-t border-line pt-4">
          <p className="mb-1 font-medium text-delivered">{t("opened", { name: subject })}</p>
          {result !== null && (
            <>
              <LinkCard invited={result.invitation} />
              <Link
                href={`/ops/accounts/${result.accountId}`}
                className={`${LINK} mt-4 inline-block text-sm`}
              >
                {t("show_account")}
              </Link>
            </>
          )}
        </div>
      )}
      className={`${CARD} max-w-xl p-5 sm:p-6`}
    >
      <div className="space-y-4">
        <TextField name="name" label={t("fields.name")} />
        <TextField name="email" type="email" label={t("fields.email")} />
      </div>
      <div className="mt-5">
        <SubmitButton>{t("open")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
