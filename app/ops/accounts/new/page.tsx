import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { openAccount } from "@/app/ops/actions";
import { openPage, PageFrame, type Query } from "@/app/ops/page-frame";
import { NewAccount } from "@/components/ops/new-account";
import { Heading } from "@/components/ui/heading";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("ops.accounts"))("new") };
}

export default async function NewAccountPage({ searchParams }: { searchParams: Query }) {
  const page = await openPage("/ops/accounts/new", searchParams);
  const t = await getTranslations("ops.accounts");
  return (
    <PageFrame page={page} section="accounts" path="/ops/accounts/new">
      <Heading note={t("new_note")}>{t("new")}</Heading>
      <NewAccount open={openAccount} />
    </PageFrame>
  );
}
