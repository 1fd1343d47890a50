import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import * as actions from "@/app/ops/settings/actions";
import { titleMetadata } from "@/app/page-title";
import { SecuritySections } from "@/app/security-sections";
import { Heading } from "@/components/ui/heading";

const PATH = "/ops/settings";

export const generateMetadata = titleMetadata("people.tabs.security");

export default async function SettingsPage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage(PATH, searchParams);
  const t = await getTranslations("people.tabs");
  const { ui, people, auth } = await getMessages();
  return (
    <PageFrame page={page} section={null} path={PATH}>
      <Heading>{t("security")}</Heading>
      <NextIntlClientProvider messages={{ ui, people, auth }}>
        <div className="max-w-3xl divide-y divide-line">
          <SecuritySections who={page.user} actions={actions} />
        </div>
      </NextIntlClientProvider>
    </PageFrame>
  );
}
