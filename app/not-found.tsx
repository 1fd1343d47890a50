import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("ui.missing"))("heading") };
}

// Next loads this page's dependencies with every other page, so they are kept to a minimum.
export default async function NotFoundPage() {
  const t = await getTranslations("ui.missing");
  return (
    <main id="main" className="missing">
      <h1>{t("heading")}</h1>
      <p>{t("text")}</p>
      <p>
        <a href="/">{t("home")}</a>
      </p>
    </main>
  );
}
