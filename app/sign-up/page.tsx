import "@/app/globals.css";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EntryScene } from "@/app/entry-scene";
import { requestAccount } from "@/app/sign-up/actions";
import { EntryFrame } from "@/components/auth/entry-frame";
import { SignUpForm } from "@/components/auth/sign-up-form";
import { LINK } from "@/components/ui/styles";
import { config } from "@/lib/config";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth"))("sign_up.heading"), robots: { index: false } };
}

export default async function SignUpPage() {
  const t = await getTranslations("auth");
  const mode = config().signUp;
  return (
    <EntryFrame
      scene={<EntryScene />}
      heading={t("sign_up.heading")}
      address={(lang) => `/sign-up?lang=${lang}`}
    >
      <p className="mb-4 text-sm text-soft">{t(`sign_up.${mode}`)}</p>
      {mode !== "closed" && <SignUpForm action={requestAccount} />}
      <p className="mt-4 text-center text-sm">
        <a href="/sign-in" className={`${LINK} inline-flex min-h-11 items-center`}>
          {t("back")}
        </a>
      </p>
    </EntryFrame>
  );
}
