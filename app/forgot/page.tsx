import "@/app/globals.css";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EntryScene } from "@/app/entry-scene";
import { forgot } from "@/app/forgot/actions";
import { EntryFrame } from "@/components/auth/entry-frame";
import { ForgotForm } from "@/components/auth/forgot-form";
import { LINK } from "@/components/ui/styles";
import { config } from "@/lib/config";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth"))("forgotten.heading"), robots: { index: false } };
}

export default async function ForgotPage() {
  const t = await getTranslations("auth");
  const isMailed = config().mail !== null;
  return (
    <EntryFrame
      scene={<EntryScene />}
      heading={t("forgotten.heading")}
      address={(lang) => `/forgot?lang=${lang}`}
    >
      <p className="mb-4 text-sm text-soft">{t(isMailed ? "forgotten.text" : "forgotten.ask")}</p>
      {isMailed && <ForgotForm action={forgot} />}
      <p className={`mt-4 text-sm ${isMailed ? "text-center" : ""}`}>
        <a href="/sign-in" className={`${LINK} inline-flex min-h-11 items-center`}>
          {t("back")}
        </a>
      </p>
    </EntryFrame>
  );
}
