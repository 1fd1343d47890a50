import "@/app/globals.css";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { currentUser } from "@/app/session";
import { SignInForm } from "@/components/auth/sign-in-form";
import { Logo } from "@/components/site/logo";
import { config } from "@/lib/config";
import { LOCALES } from "@/lib/locale/locale";
import { localPath } from "@/lib/pages/local-path";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth"))("heading"), robots: { index: false } };
}

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const next = localPath([(await searchParams).next].flat()[0]);
  const user = await currentUser();
  if (user !== null) redirect(next ?? (user.role === "operator" ? "/ops" : "/dashboard"));
  const t = await getTranslations("auth");
  const locale = await getLocale();
  const { auth } = await getMessages();
  const language = (one: string) =>
    `/sign-in?${new URLSearchParams({ ...(next === null ? {} : { next }), lang: one })}`;
  return (
    <main id="main" className="flex min-h-dvh flex-col items-center justify-center gap-6 bg-panel px-4 py-10">
      <div className="w-full max-w-sm rounded-2xl border border-line bg-page p-6 sm:p-8">
        <div className="mb-6 flex items-center gap-2 font-semibold tracking-tight">
          <Logo className="size-7" />
          Dropline
        </div>
        <h1 className="mb-5 text-2xl font-semibold tracking-tight">{t("heading")}</h1>
        {config().authSecret === null ? (
          <p className="text-sm">{t("not_set_up")}</p>
        ) : (
          <NextIntlClientProvider messages={{ auth }}>
            <SignInForm next={next ?? "/sign-in"} />
          </NextIntlClientProvider>
        )}
      </div>
      <ul aria-label={t("language")} className="flex gap-2 text-sm">
        {LOCALES.map((one) => (
          <li key={one}>
            <a
              href={language(one)}
              lang={one}
              aria-current={one === locale ? "true" : undefined}
              className="inline-flex min-h-11 items-center px-2 text-soft hover:text-ink aria-[current=true]:font-semibold aria-[current=true]:text-ink"
            >
              {one === "ru" ? "Русский" : "English"}
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}
