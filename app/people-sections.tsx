import { getTranslations } from "next-intl/server";
import { SettingsSection } from "@/components/accounts/settings-section";
import { InvitationActions, InviteForm, PersonActions } from "@/components/accounts/team-actions";
import { DateTime } from "@/components/ui/date-time";
import type { FormAction, FormActions } from "@/components/ui/form-state";
import type { SessionUser } from "@/lib/accounts/check-session";
import { listPeople } from "@/lib/accounts/list-people";
import { canGrant, listGrantableRoles, ROLES } from "@/lib/accounts/permissions";
import type { InvitationLink } from "@/lib/accounts/write-invitation";
import type { Role } from "@/lib/db/generated/enums";
import type { Locale } from "@/lib/locale/locale";
import { runtime } from "@/lib/process/runtime";

interface Props {
  user: SessionUser;
  canManage: boolean;
  locale: Locale;
  actions: FormActions<"setRoles" | "switchPerson" | "revokeInvite"> &
    Readonly<Record<"invite" | "renewInvite", FormAction<InvitationLink>>>;
}

type PeopleList = Awaited<ReturnType<typeof listPeople>>;

/** The people of the user's account, or all operators. */
export async function PeopleSections({ user, canManage, locale, actions }: Props) {
  const t = await getTranslations("people");
  const { db, clock } = runtime();
  const { people, invitations } = await listPeople(db, user);
  const audience = user.accountId === null ? "service" : "account";
  const grantable = listGrantableRoles(user);
  const isManageable = (roles: readonly Role[]) => canManage && canGrant(user, roles);
  return (
    <>
      <SettingsSection id="people" title={t("team.people")} text={t(`team.note_${audience}`)}>
        <ul className={LIST}>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              audience={audience}
              isSelf={person.id === user.userId}
              grantable={isManageable(person.roles) ? grantable : null}
              actions={actions}
            />
          ))}
        </ul>
        {!canManage && <p className="mt-6 text-sm text-soft">{t(`team.not_permitted_${audience}`)}</p>}
      </SettingsSection>
      {invitations.length > 0 && (
        <SettingsSection id="invitations" title={t("team.invitations")}>
          <ul className={LIST}>
            {invitations.map((invitation) => (
              <InvitationRow
                // Renewing an invitation changes its id, but its row must stay to show the new link.
                key={invitation.email}
                invitation={invitation}
                isManageable={isManageable(invitation.roles)}
                isExpired={invitation.expiresAt <= clock.now()}
                actions={actions}
              />
            ))}
          </ul>
        </SettingsSection>
      )}
      {canManage && (
        <SettingsSection id="invite" title={t("team.invite_heading")} text={t("team.invite_text")}>
          <InviteForm action={actions.invite} audience={audience} grantable={grantable} locale={locale} />
        </SettingsSection>
      )}
      {!canManage && (
        <SettingsSection id="roles" title={t("team.roles")}>
          <dl className="-my-2 text-sm">
            {ROLES[audience].map((role) => (
              <div key={role} className="grid gap-x-6 py-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
                <dt className="font-medium">{t(`roles.${role}`)}</dt>
                <dd className="text-soft">{t(`role_texts.${audience}_${role}`)}</dd>
              </div>
            ))}
          </dl>
        </SettingsSection>
      )}
    </>
  );
}

const LIST = "-my-3.5 divide-y divide-line";
const ROW = "grid gap-x-6 gap-y-2 py-3.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center";

async function PersonRow(props: {
  person: PeopleList["people"][number];
  audience: keyof typeof ROLES;
  isSelf: boolean;
  /** Roles that the user may give this person; null if the user may not change them. */
  grantable: readonly Role[] | null;
  actions: Props["actions"];
}) {
  const { person, audience, isSelf, grantable, actions } = props;
  const t = await getTranslations("people");
  const isDisabled = person.disabledAt !== null;
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <p id={`email-${person.id}`} className="font-medium break-words">
          {person.name ?? person.email}
          {isSelf && <span className="font-normal text-soft"> · {t("team.you")}</span>}
        </p>
        <p className="mt-0.5 text-xs text-soft">
          {person.name !== null && (
            <>
              <span className="break-all">{person.email}</span>
              {" · "}
            </>
          )}
          <RoleNames roles={person.roles} />
          {" · "}
          {t("team.since")} <DateTime at={person.createdAt.toISOString()} />
          {isDisabled && <span className="font-medium text-bad"> · {t("team.disabled")}</span>}
        </p>
      </div>
      {grantable !== null && (
        <PersonActions
          setRoles={actions.setRoles}
          switchAccess={actions.switchPerson}
          id={person.id}
          email={person.email}
          audience={audience}
          roles={person.roles}
          grantable={grantable}
          isDisabled={isDisabled}
          isSelf={isSelf}
        />
      )}
    </li>
  );
}

async function RoleNames({ roles }: { roles: readonly Role[] }) {
  const t = await getTranslations("people.roles");
  return roles.map((role) => t(role)).join(", ");
}

async function InvitationRow(props: {
  invitation: PeopleList["invitations"][number];
  isManageable: boolean;
  isExpired: boolean;
  actions: Props["actions"];
}) {
  const { invitation, isManageable, isExpired, actions } = props;
  const t = await getTranslations("people.team");
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <p id={`email-${invitation.id}`} className="font-medium break-all">
          {invitation.email}
        </p>
        <p className="mt-0.5 text-xs text-soft">
          <RoleNames roles={invitation.roles} />
          {" · "}
          {isExpired ? (
            <span className="font-medium text-bad">{t("expired")}</span>
          ) : (
            <span>
              {t("until")} <DateTime at={invitation.expiresAt.toISOString()} />
            </span>
          )}
        </p>
      </div>
      {isManageable && (
        <InvitationActions
          id={invitation.id}
          email={invitation.email}
          renew={actions.renewInvite}
          revoke={actions.revokeInvite}
        />
      )}
    </li>
  );
}
