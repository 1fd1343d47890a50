import { type Query, requireMemberPage } from "@/app/dashboard/page-frame";
import {
  invite,
  renewInvite,
  revokeInvite,
  setRoles,
  switchPerson,
} from "@/app/dashboard/settings/people/actions";
import { SettingsFrame } from "@/app/dashboard/settings/settings-frame";
import { PeopleSections } from "@/app/people-sections";
import { titleMetadata } from "@/app/title-metadata";

export const generateMetadata = titleMetadata("people.team.heading");

export default async function PeoplePage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage("/dashboard/settings/people", searchParams, "account.view");
  return (
    <SettingsFrame page={page} tab="people">
      <PeopleSections
        user={page.staff}
        canManage={page.isPermitted("account.manage_people")}
        locale={page.locale}
        actions={{ invite, renewInvite, revokeInvite, setRoles, switchPerson }}
      />
    </SettingsFrame>
  );
}
