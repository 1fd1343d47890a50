import { getTranslations } from "next-intl/server";
import { type Query, requireMemberPage } from "@/app/dashboard/page-frame";
import {
  invite,
  renewInvite,
  revokeInvite,
  setRole,
  switchPerson,
} from "@/app/dashboard/settings/people/actions";
import { SettingsFrame } from "@/app/dashboard/settings/settings-frame";
import { titleMetadata } from "@/app/title-metadata";
import { SettingsSection } from "@/components/accounts/settings-section";
import { InvitationActions, InviteForm, PersonActions } from "@/components/accounts/team-actions";
import { DateTime } from "@/components/ui/date-time";
import { listPeople } from "@/lib/accounts/list-people";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("people.team.heading");

type ListedPerson = Awaited<ReturnType<typeof listPeople>>;

export default async function PeoplePage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage("/dashboard/settings/people", searchParams);
  const t = await getTranslations("people.team");
  const { db, clock } = runtime();
  const { people, invitations } = await listPeople(db, page.staff);
  const isOwner = page.staff.role === "owner";
  return (
    <SettingsFrame page={page} tab="people">
      <SettingsSection id="people" title={t("people")} text={t("note")}>
        <ul className={LIST}>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isOwner={isOwner}
              isSelf={person.id === page.staff.userId}
            />
          ))}
        </ul>
        {!isOwner && <p className="mt-6 text-sm text-soft">{t("owners_only")}</p>}
      </SettingsSection>
      {invitations.length > 0 && (
        <SettingsSection id="invitations" title={t("invitations")}>
          <ul className={LIST}>
            {invitations.map((invitation) => (
              <InvitationRow
                // Renewing an invitation changes its id, but its row must stay to show the new link.
                key={invitation.email}
                invitation={invitation}
                isOwner={isOwner}
                isExpired={invitation.expiresAt <= clock.now()}
              />
            ))}
          </ul>
        </SettingsSection>
      )}
      {isOwner && (
        <SettingsSection id="invite" title={t("invite_heading")} text={t("invite_text")}>
          <InviteForm action={invite} />
        </SettingsSection>
      )}
    </SettingsFrame>
  );
}

const LIST = "-my-3.5 divide-y divide-line";
const ROW = "grid gap-x-6 gap-y-2 py-3.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center";

async function PersonRow(props: {
  person: ListedPerson["people"][number];
  isOwner: boolean;
  isSelf: boolean;
}) {
  const { person, isOwner, isSelf } = props;
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
          {person.role !== "operator" && `${t(`roles.${person.role}`)} · `}
          {t("team.since")} <DateTime at={person.createdAt.toISOString()} />
          {isDisabled && <span className="font-medium text-bad"> · {t("team.disabled")}</span>}
        </p>
      </div>
      {isOwner && (
        <PersonActions
          setRole={setRole}
          switchAccess={switchPerson}
          id={person.id}
          email={person.email}
          isOwner={person.role === "owner"}
          isDisabled={isDisabled}
          isSelf={isSelf}
        />
      )}
    </li>
  );
}

async function InvitationRow(props: {
  invitation: ListedPerson["invitations"][number];
  isOwner: boolean;
  isExpired: boolean;
}) {
  const { invitation, isOwner, isExpired } = props;
  const t = await getTranslations("people");
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <p id={`email-${invitation.id}`} className="font-medium break-all">
          {invitation.email}
        </p>
        <p className="mt-0.5 text-xs text-soft">
          {t(`roles.${invitation.role === "owner" ? "owner" : "staff"}`)}
          {" · "}
          {isExpired ? (
            <span className="font-medium text-bad">{t("team.expired")}</span>
          ) : (
            <span>
              {t("team.until")} <DateTime at={invitation.expiresAt.toISOString()} />
            </span>
          )}
        </p>
      </div>
      {isOwner && (
        <InvitationActions
          id={invitation.id}
          email={invitation.email}
          renew={renewInvite}
          revoke={revokeInvite}
        />
      )}
    </li>
  );
}
