import { getTranslations } from "next-intl/server";
import { openPage, PageFrame, type Query } from "@/app/dashboard/page-frame";
import { Heading } from "@/components/ui/heading";

export default async function OverviewPage({ searchParams }: { searchParams: Query }) {
  const page = await openPage("/dashboard", searchParams);
  const t = await getTranslations("dashboard.nav");
  return (
    <PageFrame page={page} section="overview" path="/dashboard">
      <Heading>{t("overview")}</Heading>
    </PageFrame>
  );
}
