"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { CopyField } from "@/components/ui/copy-field";
import { FirstFieldFocus } from "@/components/ui/first-field-focus";
import {
  ActionForm,
  CheckboxField,
  SelectField,
  SubmitButton,
  TextField,
  useField,
} from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import type { InvitationLink } from "@/lib/accounts/write-invitation";
import type { Role } from "@/lib/db/generated/enums";
import type { Locale } from "@/lib/locale/locale";

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

interface RoleFieldsProps {
  audience: "account" | "service";
  /** Those that the user may give. */
  grantable: readonly Role[];
  initial: readonly Role[];
}

function RoleFields({ audience, grantable, initial }: RoleFieldsProps) {
  const t = useTranslations("people");
  const { problem, problemId } = useField("roles");
  return (
    <fieldset aria-describedby={problem === null ? undefined : problemId}>
      <legend className="mb-1 text-sm font-medium">{t("team.roles")}</legend>
      {grantable.map((role) => (
        <CheckboxField
          key={role}
          name={`role_${role}`}
          label={
            <span className="py-1">
              <span className="font-medium">{t(`roles.${role}`)}</span>
              <span className="block text-xs text-soft">{t(`role_texts.${audience}_${role}`)}</span>
            </span>
          }
          initial={initial.includes(role)}
        />
      ))}
      {problem !== null && (
        <p id={problemId} className="mt-1.5 text-sm text-bad">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

export function InviteForm(props: {
  action: FormAction<InvitationLink>;
  audience: RoleFieldsProps["audience"];
  grantable: readonly Role[];
  locale: Locale;
}) {
  const { action, audience, grantable, locale } = props;
  const t = useTranslations("people");
  const [invited, setInvited] = useState<InvitationLink | null>(null);
  return (
    <div className="max-w-2xl">
      <ActionForm
        action={action}
        fields={{ email: t("team.email"), locale: t("team.locale"), roles: t("team.roles") }}
        onDone={(state) => setInvited(state.result)}
      >
        <FirstFieldFocus />
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <TextField name="email" type="email" label={t("team.email")} />
          <SelectField name="locale" label={t("team.locale")} initial={locale}>
            <option value="en">English</option>
            <option value="ru">Русский</option>
          </SelectField>
        </div>
        <div className="mt-4">
          <RoleFields audience={audience} grantable={grantable} initial={["dispatcher"]} />
        </div>
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
  audience: RoleFieldsProps["audience"];
  roles: readonly Role[];
  grantable: readonly Role[];
  isDisabled: boolean;
  isSelf: boolean;
  setRoles: FormAction;
  switchAccess: FormAction;
}) {
  const { id, email, audience, roles, grantable, isDisabled, isSelf, setRoles, switchAccess } = props;
  const t = useTranslations("people.team");
  const describedBy = `email-${id}`;
  return (
    <div className="flex flex-wrap gap-2">
      {!isDisabled && (
        <ConfirmButton
          action={setRoles}
          hidden={{ id }}
          fields={{ roles: t("roles") }}
          label={t("change_roles")}
          title={t("change_roles_title", { email })}
          text={t("change_roles_text")}
          confirm={t("change_roles_submit")}
          describedBy={describedBy}
        >
          <RoleFields audience={audience} grantable={grantable} initial={roles} />
        </ConfirmButton>
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
