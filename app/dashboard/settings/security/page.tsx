import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { openPage, type Query } from "@/app/dashboard/page-frame";
import * as actions from "@/app/dashboard/settings/security/actions";
import { SettingsFrame } from "@/app/dashboard/settings/settings-frame";
import { SecuritySections } from "@/app/security-sections";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("people.tabs"))("security") };
}

export default async function SecurityPage({ searchParams }: { searchParams: Query }) {
  const page = await openPage("/dashboard/settings/security", searchParams);
  return (
    <SettingsFrame page={page} tab="security">
      <SecuritySections who={page.staff} actions={actions} />
    </SettingsFrame>
  );
}
