import { getTranslations } from "next-intl/server";

/** For a link that has ended between proxy.ts, which answers dead ones, and the page. */
export default async function TrackingNotFoundPage() {
  const t = await getTranslations("tracking.unknown");
  return (
    <main id="main" className="missing">
      <h1>{t("title")}</h1>
      <p>{t("text")}</p>
    </main>
  );
}
