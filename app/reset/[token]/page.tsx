import { getTranslations } from "next-intl/server";
import { DeadLink, EntryFrame } from "@/app/entry-frame";
import { reset } from "@/app/reset/actions";
import { titleMetadata } from "@/app/title-metadata";
import { LinkForm } from "@/components/accounts/entry-forms";
import { findEmailLink } from "@/lib/accounts/find-email-link";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("auth.reset.heading");

export default async function ResetPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const address = (language: string) => `/reset/${token}?lang=${language}`;
  const t = await getTranslations("auth");
  const found = await findEmailLink(runtime(), "password_reset", token);
  if (found === null) return <DeadLink address={address} />;
  return (
    <EntryFrame heading={t("reset.heading")} address={address}>
      <p className="mb-4 text-sm break-words text-soft">{t("reset.text", { email: found.email })}</p>
      <LinkForm action={reset} token={token} email={found.email} words="reset" />
    </EntryFrame>
  );
}
