import { getTranslations } from "next-intl/server";
import { parseAuditQuery } from "@/app/audit-query";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { AuditPage } from "@/components/audit/audit-page";
import { Heading } from "@/components/ui/heading";
import { readHome } from "@/lib/accounts/home";
import { listRecords } from "@/lib/audit/list-records";
import { config } from "@/lib/config";
import { runtime } from "@/lib/process/runtime";

const PATH = "/ops/audit";

export const generateMetadata = titleMetadata("audit.heading");

export default async function ServiceAuditPage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage(PATH, searchParams, "service.view_audit");
  const t = await getTranslations("audit");
  const { timeZone } = readHome(config().dataDir);
  const { filter, before, narrowed } = parseAuditQuery(page.parameter, timeZone);
  const found = await listRecords(runtime().db, null, { filter, before });
  return (
    <PageFrame page={page} section="audit">
      <Heading note={t("ops_note")}>{t("heading")}</Heading>
      <AuditPage
        path={PATH}
        mode={page.mode}
        isOwner={false}
        narrowed={narrowed}
        isFirst={before === null}
        {...found}
      />
    </PageFrame>
  );
}
