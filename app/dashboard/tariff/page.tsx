import { getTranslations } from "next-intl/server";
import { PageFrame, type Query, requireMemberPage } from "@/app/dashboard/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { PriceCalculator } from "@/components/pricing/price-calculator";
import { QuoteLife } from "@/components/pricing/quote-life";
import { TariffTables } from "@/components/pricing/tariff-tables";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { SECONDARY } from "@/components/ui/styles";
import { withMode } from "@/lib/http/mode";
import { getTariff } from "@/lib/pricing/get-tariff";
import { runtime } from "@/lib/process/runtime";

const PATH = "/dashboard/tariff";

export const generateMetadata = titleMetadata("pricing.title");

export default async function TariffPage({ searchParams }: { searchParams: Query }) {
  const [page, t, tariff] = await Promise.all([
    requireMemberPage(PATH, searchParams, "account.view"),
    getTranslations("pricing"),
    getTariff(runtime().db),
  ]);
  return (
    <PageFrame words={["pricing"]}>
      <Heading note={t("text")}>{t("title")}</Heading>
      <div className="my-10 grid grid-cols-1 gap-12 xl:grid-cols-2 xl:gap-16">
        <PriceCalculator tariff={tariff}>
          <Link href={withMode("/dashboard/new", page.mode)} className={SECONDARY}>
            {t("calculator.new")}
          </Link>
        </PriceCalculator>
        <TariffTables tariff={tariff} />
      </div>
      <QuoteLife />
    </PageFrame>
  );
}
