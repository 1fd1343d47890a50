import { getTranslations } from "next-intl/server";
import { hire } from "@/app/ops/couriers/actions";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { NewCourier } from "@/components/console/new-courier";
import { Heading } from "@/components/ui/heading";
import { readHome } from "@/lib/accounts/home";
import { config } from "@/lib/config";
import { listPhoneCountries } from "@/lib/list-phone-countries";

export const generateMetadata = titleMetadata("ops.couriers.new");

export default async function NewCourierPage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage("/ops/couriers/new", searchParams, "service.manage_couriers");
  const t = await getTranslations("ops.couriers");
  const { phoneCountry } = readHome(config().dataDir);
  return (
    <PageFrame page={page} section="couriers" words={["ops.couriers", "ops.cash", "ops.access"]}>
      <Heading note={page.mode === "test" ? t("new_note_test") : t("new_note")}>{t("new")}</Heading>
      <NewCourier
        key={page.mode}
        mode={page.mode}
        phones={{ home: phoneCountry, countries: listPhoneCountries(page.locale) }}
        hire={hire}
      />
    </PageFrame>
  );
}
