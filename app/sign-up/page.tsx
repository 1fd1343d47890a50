import { getTranslations } from "next-intl/server";
import { EntryFrame } from "@/app/entry-frame";
import { requestAccount } from "@/app/sign-up/actions";
import { titleMetadata } from "@/app/title-metadata";
import { SignUpForm } from "@/components/accounts/entry-forms";
import { EntryLink } from "@/components/accounts/entry-link";
import { config } from "@/lib/config";

export const generateMetadata = titleMetadata("auth.sign_up.heading");

export default async function SignUpPage() {
  const t = await getTranslations("auth");
  const mode = config().signUp;
  return (
    <EntryFrame heading={t("sign_up.heading")} address={(lang) => `/sign-up?lang=${lang}`}>
      <p className="mb-4 text-sm text-soft">{t(`sign_up.${mode}`)}</p>
      {mode !== "closed" && <SignUpForm action={requestAccount} />}
      <EntryLink href="/sign-in">{t("back")}</EntryLink>
    </EntryFrame>
  );
}
