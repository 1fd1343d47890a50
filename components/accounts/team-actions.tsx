"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { CopyField } from "@/components/ui/copy-field";
import { FirstFieldFocus } from "@/components/ui/first-field-focus";
import { ActionForm, SelectField, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import type { InvitationLink } from "@/lib/accounts/write-invitation";

export function LinkCard({ invited }: { invited: InvitationLink }) {
  const t = useTranslations("people.team");
  return (
    <div>
      <p className="text-sm text-soft">{t("once")}</p>
      {invited.isMailed && <p className="mt-1 text-sm text-soft">{t("mailed", { email: invited.email })}</p>}
      <dl className="mt-4">
        <CopyField label={t("link")} value={invited.link} />
      </dl>
    </div>
  );
}

export function InviteForm({ action }: { action: FormAction<InvitationLink> }) {
  const t = useTranslations("people");
  const [invited, setInvited] = useState<InvitationLink | null>(null);
  return (
    <div className="max-w-2xl">
      <ActionForm
        action={action}
        fields={{ email: t("team.email"), role: t("team.role") }}
        onDone={(state) => setInvited(state.result)}
      >
        <FirstFieldFocus />
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <TextField name="email" type="email" label={t("team.email")} />
          <SelectField name="role" label={t("team.role")} initial="staff">
            <option value="staff">{t("roles.staff")}</option>
            <option value="owner">{t("roles.owner")}</option>
          </SelectField>
        </div>
        <p className="mt-2 text-xs text-soft">{t("role_hint")}</p>
        <div className="mt-4">
          <SubmitButton>{t("team.invite_submit")}</SubmitButton>
        </div>
      </ActionForm>
      <div role="status">
        {invited !== null && (
          <div className="mt-5 border-t border-line pt-4">
            <p className="mb-1 font-medium text-delivered">{t("team.invited", { email: invited.email })}</p>
            <LinkCard invited={invited} />
          </div>
        )}
      </div>
    </div>
  );
}

export function PersonActions(props: {
  id: string;
  email: string;
  isOwner: boolean;
  isDisabled: boolean;
  isSelf: boolean;
  setRole: FormAction;
  switchAccess: FormAction;
}) {
  const { id, email, isOwner, isDisabled, isSelf, setRole, switchAccess } = props;
  const t = useTranslations("people.team");
  const describedBy = `email-${id}`;
  return (
    <div className="flex flex-wrap gap-2">
      {!isDisabled && (
        <ConfirmButton
          action={setRole}
          hidden={{ id, role: isOwner ? "staff" : "owner" }}
          label={t(isOwner ? "make_staff" : "make_owner")}
          title={t(isOwner ? "make_staff_title" : "make_owner_title", { email })}
          text={t(isOwner ? "make_staff_text" : "make_owner_text")}
          describedBy={describedBy}
        />
      )}
      {!isSelf && (
        <ConfirmButton
          action={switchAccess}
          hidden={{ id, disable: String(!isDisabled) }}
          label={t(isDisabled ? "enable" : "disable")}
          title={t(isDisabled ? "enable_title" : "disable_title", { email })}
          text={t(isDisabled ? "enable_text" : "disable_text")}
          describedBy={describedBy}
          isDangerous={!isDisabled}
        />
      )}
    </div>
  );
}

export function InvitationActions(props: {
  id: string;
  email: string;
  renew: FormAction<InvitationLink>;
  revoke: FormAction;
}) {
  const { id, email, renew, revoke } = props;
  const t = useTranslations("people.team");
  const describedBy = `email-${id}`;
  return (
    <div className="flex flex-wrap gap-2">
      <ConfirmButton
        action={renew}
        hidden={{ id }}
        label={t("renew")}
        title={t("renew_title", { email })}
        text={t("renew_text")}
        confirm={t("renew_submit")}
        describedBy={describedBy}
        result={({ result }) => ({
          title: t("renewed_title", { email }),
          body: result === null ? null : <LinkCard invited={result} />,
        })}
      />
      <ConfirmButton
        action={revoke}
        hidden={{ id }}
        label={t("revoke")}
        title={t("revoke_title", { email })}
        text={t("revoke_text")}
        isDangerous
        describedBy={describedBy}
      />
    </div>
  );
}
