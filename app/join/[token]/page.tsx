import { getTranslations } from "next-intl/server";
import { DeadLink, EntryFrame } from "@/app/entry-frame";
import { join } from "@/app/join/actions";
import { titleMetadata } from "@/app/title-metadata";
import { LinkForm } from "@/components/accounts/entry-forms";
import { findEmailLink } from "@/lib/accounts/find-email-link";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("auth.join.heading");

type Invitation = NonNullable<Awaited<ReturnType<typeof findEmailLink>>>;
type Auth = Awaited<ReturnType<typeof getTranslations<"auth">>>;

function describeInvitation(t: Auth, { accountName, inviter }: Invitation): string {
  if (accountName === null) {
    return inviter === null ? t("join.operator") : t("join.by_operator", { name: inviter });
  }
  return inviter === null
    ? t("join.text", { account: accountName })
    : t("join.by", { name: inviter, account: accountName });
}

export default async function JoinPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const address = (language: string) => `/join/${token}?lang=${language}`;
  const t = await getTranslations("auth");
  const found = await findEmailLink(runtime(), "invitation", token);
  if (found === null) return <DeadLink address={address} />;
  return (
    <EntryFrame heading={t("join.heading")} address={address}>
      <p className="mb-4 text-sm text-soft">{describeInvitation(t, found)}</p>
      <p className="mb-4 text-sm">
        <span className="block font-medium">{t("join.email")}</span>
        <span className="break-all">{found.email}</span>
      </p>
      <LinkForm action={join} token={token} email={found.email} words="join" />
    </EntryFrame>
  );
}
