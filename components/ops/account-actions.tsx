"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { LinkCard } from "@/components/people/team-actions";
import { ConfirmButton } from "@/components/ui/confirm";
import { CopyField } from "@/components/ui/copy-field";
import { ActionForm, CheckField, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { CARD, LINK, PRIMARY } from "@/components/ui/styles";
import type { ResetLink } from "@/lib/accounts/issue-reset-link";
import type { OpenedAccount } from "@/lib/accounts/open-account";
import type { InvitationLink } from "@/lib/accounts/write-invitation";

interface Props {
  id: string;
  name: string;
  isDisabled: boolean;
  isCustomer: boolean;
  rateLimit: number | null;
  change: FormAction;
  switchAccess: FormAction;
}

export function AccountActions({ id, name, isDisabled, isCustomer, rateLimit, change, switchAccess }: Props) {
  const t = useTranslations("ops.accounts");
  return (
    <div className="grid max-w-4xl gap-5 lg:grid-cols-2">
      <section aria-labelledby="settings" className={`${CARD} p-5`}>
        <h2 id="settings" className="mb-4 type-heading">
          {t("settings")}
        </h2>
        <ActionForm
          // Remounts the fields with the stored values.
          key={`${isCustomer} ${rateLimit}`}
          action={change}
          hidden={{ id }}
          fields={{ rate_limit: t("fields.rate_limit") }}
          done={() => <p className="mt-3 text-sm text-delivered">{t("saved")}</p>}
        >
          <TextField
            name="rate_limit"
            inputMode="numeric"
            label={t("fields.rate_limit")}
            hint={t("rate_limit_hint")}
            initial={rateLimit === null ? "" : String(rateLimit)}
          />
          <div className="mt-2">
            <CheckField name="customer" label={t("fields.customer")} initial={isCustomer} />
          </div>
          <div className="mt-4">
            <SubmitButton>{t("save")}</SubmitButton>
          </div>
        </ActionForm>
      </section>
      <section aria-labelledby="access" className={`${CARD} p-5`}>
        <h2 id="access" className="mb-2 type-heading">
          {t("access")}
        </h2>
        <p className="mb-4 text-sm text-soft">{t(isDisabled ? "access_disabled" : "access_enabled")}</p>
        <ConfirmButton
          action={switchAccess}
          hidden={{ id, disable: String(!isDisabled) }}
          label={t(isDisabled ? "enable" : "disable")}
          title={t(isDisabled ? "enable_title" : "disable_title", { name })}
          text={t(isDisabled ? "enable_text" : "disable_text")}
          {...(isDisabled ? { look: PRIMARY } : { isDangerous: true })}
        />
      </section>
    </div>
  );
}

interface PasswordLinkProps {
  accountId: string;
  personId: string;
  email: string;
  issue: FormAction<ResetLink>;
}

export function PasswordLinkButton({ accountId, personId, email, issue }: PasswordLinkProps) {
  const t = useTranslations("ops.accounts");
  return (
    <ConfirmButton
      action={issue}
      hidden={{ id: accountId, person: personId }}
      label={t("password_link")}
      title={t("password_link_title", { email })}
      text={t("password_link_text")}
      describedBy={`email-${personId}`}
      result={({ result }) => ({
        title: t("password_link_made", { email }),
        body: result && (
          <dl>
            <CopyField label={t("link")} value={result.link} />
          </dl>
        ),
      })}
    />
  );
}

interface RenewInvitationButtonProps {
  accountId: string;
  email: string;
  invite: FormAction<InvitationLink>;
}

export function RenewInvitationButton({ accountId, email, invite }: RenewInvitationButtonProps) {
  const t = useTranslations("people.team");
  return (
    <ConfirmButton
      action={invite}
      hidden={{ id: accountId, email }}
      label={t("renew")}
      title={t("renew_title", { email })}
      text={t("renew_text")}
      confirm={t("renew_submit")}
      result={({ result }) => ({
        title: t("renewed_title", { email }),
        body: result && <LinkCard invited={result} />,
      })}
    />
  );
}

interface InviteOwnerProps {
  accountId: string;
  invite: FormAction<InvitationLink>;
}

export function InviteOwner({ accountId, invite }: InviteOwnerProps) {
  const t = useTranslations("ops.accounts");
  return (
    <ActionForm
      action={invite}
      hidden={{ id: accountId }}
      fields={{ email: t("fields.email") }}
      done={({ result }) => <div className="mt-4">{result && <LinkCard invited={result} />}</div>}
      className="max-w-xl"
    >
      <TextField name="email" type="email" label={t("fields.email")} />
      <div className="mt-4">
        <SubmitButton>{t("invite")}</SubmitButton>
      </div>
    </ActionForm>
  );
}

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
