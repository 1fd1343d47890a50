import { getTranslations } from "next-intl/server";

/** Shown when a link ends between proxy.ts, which answers dead ones, and the page. */
export default async function TrackingNotFoundPage() {
  const t = await getTranslations("tracking.unknown");
  return (
    <main id="main" className="missing">
      <h1>{t("title")}</h1>
      <p>{t("text")}</p>
    </main>
  );
}
