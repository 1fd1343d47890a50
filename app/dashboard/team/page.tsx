import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { openPage, PageFrame, type Query } from "@/app/dashboard/page-frame";
import { invite, renewInvite, revokeInvite, setRole, switchPerson } from "@/app/dashboard/team/actions";
import { InvitationActions, InviteForm, PersonActions } from "@/components/people/team-actions";
import { Heading } from "@/components/ui/heading";
import { Moment } from "@/components/ui/moment";
import { CARD } from "@/components/ui/styles";
import { listPeople } from "@/lib/accounts/list-people";
import { runtime } from "@/lib/process/runtime";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("people.team"))("heading") };
}

type Listed = Awaited<ReturnType<typeof listPeople>>;

export default async function TeamPage({ searchParams }: { searchParams: Query }) {
  const page = await openPage("/dashboard/team", searchParams);
  const t = await getTranslations("people.team");
  const { db, clock } = runtime();
  const { people, invitations } = await listPeople(db, page.staff);
  const isOwner = page.staff.role === "owner";
  return (
    <PageFrame page={page} section="team" path="/dashboard/team" words={["people"]}>
      <Heading note={t("note")}>{t("heading")}</Heading>
      <div className="space-y-8">
        <section aria-labelledby="people">
          <h2 id="people" className="mb-3 type-heading">
            {t("people")}
          </h2>
          <ul className={`${CARD} divide-y divide-line`}>
            {people.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                isOwner={isOwner}
                isSelf={person.id === page.staff.userId}
              />
            ))}
          </ul>
        </section>
        {invitations.length > 0 && (
          <section aria-labelledby="invitations">
            <h2 id="invitations" className="mb-3 type-heading">
              {t("invitations")}
            </h2>
            <ul className={`${CARD} divide-y divide-line`}>
              {invitations.map((invitation) => (
                <InvitationRow
                  // Renewing an invitation changes its id; its row must stay, to show the new link.
                  key={invitation.email}
                  invitation={invitation}
                  isOwner={isOwner}
                  isExpired={invitation.expiresAt <= clock.now()}
                />
              ))}
            </ul>
          </section>
        )}
        {isOwner ? <InviteForm action={invite} /> : <p className="text-sm text-soft">{t("owners_only")}</p>}
      </div>
    </PageFrame>
  );
}

const ROW = "grid gap-x-6 gap-y-2 px-4 py-3.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center";

async function PersonRow({
  person,
  isOwner,
  isSelf,
}: {
  person: Listed["people"][number];
  isOwner: boolean;
  isSelf: boolean;
}) {
  const t = await getTranslations("people");
  const isDisabled = person.disabledAt !== null;
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <p id={`email-${person.id}`} className="font-medium break-all">
          {person.email}
          {isSelf && <span className="font-normal text-soft"> · {t("team.you")}</span>}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-soft">
          <span>{person.role === "operator" ? "" : t(`roles.${person.role}`)}</span>
          <span>
            {t("team.since")} <Moment at={person.createdAt.toISOString()} />
          </span>
          {isDisabled && <span className="font-medium text-bad">{t("team.disabled")}</span>}
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

async function InvitationRow({
  invitation,
  isOwner,
  isExpired,
}: {
  invitation: Listed["invitations"][number];
  isOwner: boolean;
  isExpired: boolean;
}) {
  const t = await getTranslations("people");
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <p id={`email-${invitation.id}`} className="font-medium break-all">
          {invitation.email}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-soft">
          <span>{t(`roles.${invitation.role === "owner" ? "owner" : "staff"}`)}</span>
          {isExpired ? (
            <span className="font-medium text-bad">{t("team.expired")}</span>
          ) : (
            <span>
              {t("team.until")} <Moment at={invitation.expiresAt.toISOString()} />
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
