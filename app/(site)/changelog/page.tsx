import { Rss } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { buildAlternates, type Query } from "@/app/alternates";
import { formatDate } from "@/components/docs/fields";
import { Prose } from "@/components/docs/prose";
import { getLanguage } from "@/components/ui/get-language";
import { config } from "@/lib/config";
import { CHANGELOG, entryId } from "@/lib/docs/changelog";
import { plainText } from "@/lib/docs/doc";

export async function generateMetadata({ searchParams }: { searchParams: Promise<Query> }) {
  const [t, locale] = await Promise.all([getTranslations("docs"), getLanguage()]);
  const alternates = buildAlternates(locale, "/changelog", await searchParams);
  return {
    title: t("changelog"),
    description: plainText(t("changelog_lead")),
    alternates: {
      ...alternates,
      types: {
        ...alternates.types,
        "application/atom+xml": `${config().publicUrl}/changelog.xml?lang=${locale}`,
      },
    },
  };
}

export default async function ChangelogPage() {
  const [t, locale] = await Promise.all([getTranslations("docs"), getLanguage()]);
  return (
    <main id="main" className="mx-auto max-w-3xl px-4 pt-10 pb-14 sm:px-6">
      <h1 className="type-display">{t("changelog")}</h1>
      <p className="mt-4 text-base text-soft">
        <Prose text={t("changelog_lead")} />
      </p>
      <p className="mt-3">
        <a
          href={`/changelog.xml?lang=${locale}`}
          className="inline-flex min-h-11 items-center gap-2 text-sm text-link underline-offset-4 hover:underline"
        >
          <Rss aria-hidden="true" className="size-4" />
          {t("feed")}
        </a>
      </p>
      <ol className="mt-6">
        {CHANGELOG[locale].map(({ date, title, changes }, index) => (
          <li
            key={entryId(locale, index)}
            id={entryId(locale, index)}
            className="scroll-mt-20 border-t border-line py-8 sm:grid sm:grid-cols-[9.5rem_1fr]"
          >
            <p className="text-sm text-faint sm:pt-1">
              <time dateTime={date}>{formatDate(locale, date)}</time>
            </p>
            <div>
              <h2 className="type-heading">{title}</h2>
              <ul className="mt-3 list-disc space-y-2 pl-5 text-base text-soft marker:text-faint">
                {changes.map((change) => (
                  <li key={change}>
                    <Prose text={change} />
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ol>
    </main>
  );
}
