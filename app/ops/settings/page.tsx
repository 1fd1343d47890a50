import { getTranslations } from "next-intl/server";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import * as actions from "@/app/ops/settings/actions";
import { titleMetadata } from "@/app/page-title";
import { SecuritySections } from "@/app/security-sections";
import { Heading } from "@/components/ui/heading";

export const generateMetadata = titleMetadata("people.tabs.security");

export default async function SettingsPage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage("/ops/settings", searchParams);
  const t = await getTranslations("people.tabs");
  return (
    <PageFrame page={page} section={null} words={["people", "auth.show_password"]}>
      <Heading>{t("security")}</Heading>
      <div className="max-w-3xl divide-y divide-line">
        <SecuritySections who={page.user} actions={actions} />
      </div>
    </PageFrame>
  );
}
