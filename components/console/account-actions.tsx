"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { LinkCard } from "@/components/accounts/team-actions";
import { CardSection } from "@/components/ui/card-section";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import { CopyField } from "@/components/ui/copy-field";
import { ActionForm, CheckboxField, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { CARD, LINK, PRIMARY } from "@/components/ui/styles";
import type { ResetLink } from "@/lib/accounts/issue-reset-link";
import type { OpenedAccount } from "@/lib/accounts/open-account";
import type { InvitationLink } from "@/lib/accounts/write-invitation";

interface Props {
  id: string;
  name: string;
  isDisabled: boolean;
  /** Null while an operator has to decide on the account. */
  isCustomer: boolean | null;
  rateLimit: number | null;
  change: FormAction;
  switchAccess: FormAction;
}

export function AccountActions({ id, name, isDisabled, isCustomer, rateLimit, change, switchAccess }: Props) {
  const t = useTranslations("ops.accounts");
  return (
    <div className="grid max-w-4xl gap-5 lg:grid-cols-2">
      <CardSection id="settings" heading={t("settings")}>
        <ActionForm
          // The key remounts the fields with the stored values.
          key={`${isCustomer} ${rateLimit}`}
          action={change}
          hidden={isCustomer === null ? { id } : { id, has_customer: "on" }}
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
          {isCustomer !== null && (
            <div className="mt-2">
              <CheckboxField name="customer" label={t("fields.customer")} initial={isCustomer} />
            </div>
          )}
          <SubmitButton look={`${PRIMARY} mt-4`}>{t("save")}</SubmitButton>
        </ActionForm>
      </CardSection>
      <CardSection
        id="access"
        heading={t("access")}
        note={t(isDisabled ? "access_disabled" : "access_enabled")}
      >
        <ConfirmButton
          action={switchAccess}
          hidden={{ id, disable: String(!isDisabled) }}
          {...confirmTexts(t, isDisabled ? "enable" : "disable", { name })}
          {...(isDisabled ? { look: PRIMARY } : { isDangerous: true })}
        />
      </CardSection>
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
      {...confirmTexts(t, "password_link", { email })}
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

interface InviteProps {
  accountId: string;
  invite: FormAction<InvitationLink>;
}

export function RenewInvitationButton({ accountId, email, invite }: InviteProps & { email: string }) {
  const t = useTranslations("people.team");
  return (
    <ConfirmButton
      action={invite}
      hidden={{ id: accountId, email }}
      {...confirmTexts(t, "renew", { email })}
      confirm={t("renew_submit")}
      result={({ result }) => ({
        title: t("renewed_title", { email }),
        body: result && <LinkCard invited={result} />,
      })}
    />
  );
}

export function InviteOwner({ accountId, invite }: InviteProps) {
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
      <SubmitButton look={`${PRIMARY} mt-4`}>{t("invite")}</SubmitButton>
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
      <SubmitButton look={`${PRIMARY} mt-5`}>{t("open")}</SubmitButton>
    </ActionForm>
  );
}
