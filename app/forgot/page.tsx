import { getTranslations } from "next-intl/server";
import { EntryFrame } from "@/app/entry-frame";
import { requestPasswordReset } from "@/app/forgot/actions";
import { titleMetadata } from "@/app/title-metadata";
import { ForgotForm } from "@/components/accounts/entry-forms";
import { EntryLink } from "@/components/accounts/entry-link";
import { config } from "@/lib/config";

export const generateMetadata = titleMetadata("auth.forgotten.heading");

export default async function ForgotPage() {
  const t = await getTranslations("auth");
  const isMailed = config().mail !== null;
  return (
    <EntryFrame heading={t("forgotten.heading")} address={(lang) => `/forgot?lang=${lang}`}>
      <p className="mb-4 text-sm text-soft">{t(isMailed ? "forgotten.text" : "forgotten.ask")}</p>
      {isMailed && <ForgotForm action={requestPasswordReset} />}
      <EntryLink href="/sign-in" align={isMailed ? "text-center" : ""}>
        {t("back")}
      </EntryLink>
    </EntryFrame>
  );
}
