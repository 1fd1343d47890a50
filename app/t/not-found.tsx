import { getTranslations } from "next-intl/server";

/** Shown when a link ends after proxy.ts has checked it. */
export default async function TrackingNotFoundPage() {
  const t = await getTranslations("tracking.unknown");
  return (
    <main id="main" className="missing">
      <h1>{t("title")}</h1>
      <p>{t("text")}</p>
    </main>
  );
}
