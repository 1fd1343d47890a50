import { getTranslations } from "next-intl/server";
import { DeadLink, EntryFrame } from "@/app/entry-frame";
import { join } from "@/app/join/actions";
import { titleMetadata } from "@/app/title-metadata";
import { LinkForm } from "@/components/accounts/entry-forms";
import { findEmailLink } from "@/lib/accounts/find-email-link";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("auth.join.heading");

export default async function JoinPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const address = (language: string) => `/join/${token}?lang=${language}`;
  const t = await getTranslations("auth");
  const found = await findEmailLink(runtime(), "invitation", token);
  if (found === null) return <DeadLink address={address} />;
  return (
    <EntryFrame heading={t("join.heading")} address={address}>
      <p className="mb-4 text-sm text-soft">
        {found.inviter === null
          ? t("join.text", { account: found.accountName ?? "" })
          : t("join.by", { name: found.inviter, account: found.accountName ?? "" })}
      </p>
      <p className="mb-4 text-sm">
        <span className="block font-medium">{t("join.email")}</span>
        <span className="break-all">{found.email}</span>
      </p>
      <LinkForm action={join} token={token} email={found.email} words="join" />
    </EntryFrame>
  );
}
