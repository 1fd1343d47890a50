"use client";

import { useTranslations } from "next-intl";
import { LinkCard } from "@/components/people/team-actions";
import { ConfirmButton } from "@/components/ui/confirm";
import { CopyField } from "@/components/ui/copy-field";
import { ActionForm, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import type { ResetLink } from "@/lib/accounts/issue-reset-link";
import type { InvitationLink } from "@/lib/accounts/write-invitation";

interface Props {
  accountId: string;
  personId: string;
  email: string;
  issue: FormAction<ResetLink>;
}

export function PasswordLinkButton({ accountId, personId, email, issue }: Props) {
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
