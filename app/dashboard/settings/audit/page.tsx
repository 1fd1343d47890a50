import { getTranslations } from "next-intl/server";
import { parseAuditQuery } from "@/app/audit-query";
import { type Query, requireAccount, requireMemberPage } from "@/app/dashboard/page-frame";
import { SettingsFrame } from "@/app/dashboard/settings/settings-frame";
import { titleMetadata } from "@/app/title-metadata";
import { SettingsSection } from "@/components/accounts/settings-section";
import { AuditPage } from "@/components/audit/audit-page";
import { listRecords } from "@/lib/audit/list-records";
import { runtime } from "@/lib/process/runtime";

const PATH = "/dashboard/settings/audit";

export const generateMetadata = titleMetadata("audit.heading");

export default async function AccountAuditPage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage(PATH, searchParams, "account.view_audit");
  const t = await getTranslations("audit");
  const { timeZone } = await requireAccount(page.staff.accountId);
  const { filter, before, narrowed } = parseAuditQuery(page.parameter, timeZone);
  const found = await listRecords(runtime().db, page.staff.accountId, { filter, before });
  return (
    <SettingsFrame page={page} tab="audit">
      <SettingsSection id="audit" title={t("heading")} text={t("note")}>
        <AuditPage
          path={PATH}
          mode={page.mode}
          isOwner
          narrowed={narrowed}
          isFirst={before === null}
          {...found}
        />
      </SettingsSection>
    </SettingsFrame>
  );
}
