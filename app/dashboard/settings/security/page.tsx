import { type Query, requireMemberPage } from "@/app/dashboard/page-frame";
import * as actions from "@/app/dashboard/settings/security/actions";
import { SettingsFrame } from "@/app/dashboard/settings/settings-frame";
import { SecuritySections } from "@/app/security-sections";
import { titleMetadata } from "@/app/title-metadata";

export const generateMetadata = titleMetadata("people.tabs.security");

export default async function SecurityPage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage("/dashboard/settings/security", searchParams, "account.view");
  return (
    <SettingsFrame page={page} tab="security">
      <SecuritySections who={page.staff} actions={actions} />
    </SettingsFrame>
  );
}
