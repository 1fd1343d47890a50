import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { buildAlternates, type Query } from "@/app/alternates";
import { QuoteLife } from "@/components/pricing/quote-life";
import { TariffTables } from "@/components/pricing/tariff-tables";
import { Island } from "@/components/site/island";
import { getLanguage } from "@/components/ui/get-language";
import { Link } from "@/components/ui/link";
import { SECONDARY } from "@/components/ui/styles";
import { getTariff } from "@/lib/pricing/get-tariff";
import { runtime } from "@/lib/process/runtime";

export async function generateMetadata({ searchParams }: { searchParams: Promise<Query> }) {
  const [t, locale] = await Promise.all([getTranslations("pricing"), getLanguage()]);
  const alternates = buildAlternates(locale, "/pricing", await searchParams, { hasTwin: false });
  return { title: t("title"), description: t("description"), alternates };
}

export default async function PricingPage() {
  const [t, { pricing }, tariff] = await Promise.all([
    getTranslations("pricing"),
    getMessages(),
    getTariff(runtime().db),
  ]);
  return (
    <main id="main" className="mx-auto max-w-6xl px-4 py-12 sm:px-6 lg:py-16">
      <h1 className="type-display">{t("title")}</h1>
      <p className="mt-3 max-w-150 text-soft">{t("text")}</p>
      <div className="my-12 grid grid-cols-1 gap-12 lg:grid-cols-2 lg:gap-20">
        <NextIntlClientProvider messages={{ pricing }}>
          <Island name="PriceCalculator" props={{ tariff }}>
            <Link href="/docs/createQuote" className={SECONDARY}>
              {t("calculator.quote")}
            </Link>
          </Island>
        </NextIntlClientProvider>
        <TariffTables tariff={tariff} />
      </div>
      <QuoteLife />
    </main>
  );
}
