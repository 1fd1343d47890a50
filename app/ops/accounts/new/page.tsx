import { getTranslations } from "next-intl/server";
import { openAccount } from "@/app/ops/accounts/actions";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { NewAccount } from "@/components/console/account-actions";
import { Heading } from "@/components/ui/heading";

export const generateMetadata = titleMetadata("ops.accounts.new");

export default async function NewAccountPage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage("/ops/accounts/new", searchParams, "service.manage_accounts");
  const t = await getTranslations("ops.accounts");
  return (
    <PageFrame page={page} section="accounts" words={["ops.accounts", "people.team"]}>
      <Heading note={t("new_note")}>{t("new")}</Heading>
      <NewAccount open={openAccount} />
    </PageFrame>
  );
}
