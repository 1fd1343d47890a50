import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import { changeTariff, changeTravelFactors } from "@/app/ops/tariff/actions";
import { titleMetadata } from "@/app/title-metadata";
import { TariffForm, TravelForm } from "@/components/console/tariff-form";
import { formatRubles } from "@/components/tracking/format";
import { CardSection } from "@/components/ui/card-section";
import { DateTime } from "@/components/ui/date-time";
import { Heading } from "@/components/ui/heading";
import { Permitted } from "@/components/ui/permissions";
import { listTariffs, type TariffVersion } from "@/lib/pricing/get-tariff";
import { toTariffResource } from "@/lib/pricing/resource";
import { TARIFF_FIELDS, TARIFF_UNITS, tariffValues } from "@/lib/pricing/schema";
import type { Tariff } from "@/lib/pricing/tariff";
import { runtime } from "@/lib/process/runtime";
import { getTravelFactors } from "@/lib/routing/current-travel-factors";
import { DAY_KINDS, factorField } from "@/lib/routing/travel-factors";

export const generateMetadata = titleMetadata("ops.tariff.heading");

export default async function TariffPage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage("/ops/tariff", searchParams, "service.view");
  const t = await getTranslations("ops.tariff");
  const versions = await listTariffs(runtime().db);
  const [current] = versions;
  if (current === undefined) throw new Error("The tariffs table is empty.");
  return (
    <PageFrame page={page} section="tariff" words={["ops.tariff", "ops.travel", "performance.preview"]}>
      <Heading
        note={
          <>
            {t("in_force")} <DateTime at={current.since.toISOString()} />. {t("note")}
          </>
        }
      >
        {t("heading")}
      </Heading>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <CardSection id="bands" heading={t("bands")}>
          <Bands tariff={current.tariff} />
        </CardSection>
        <Permitted needs="service.change_prices">
          <CardSection id="change" heading={t("change")} note={t("change_note")}>
            <TariffForm
              key={current.tariff.id}
              id={current.tariff.id}
              values={tariffValues(current.tariff)}
              units={TARIFF_UNITS}
              action={changeTariff}
              mode={page.mode}
            />
          </CardSection>
        </Permitted>
      </div>
      <History versions={versions} />
      <Travel />
    </PageFrame>
  );
}

const LONG = 40;

async function Bands({ tariff }: { tariff: Tariff }) {
  const t = await getTranslations("ops.tariff");
  const format = await getFormatter();
  const { bands } = toTariffResource(tariff);
  const locale = await getLocale();
  const rubles = (amount: number) => formatRubles(amount, locale);
  const shown = bands.length > LONG ? [...bands.slice(0, LONG - 1), ...bands.slice(-1)] : bands;
  return (
    <>
      <table className="w-full text-sm tabular-nums">
        <thead className="text-left text-xs text-soft">
          <tr>
            <th scope="col" className="py-1.5 font-medium">
              {t("distance")}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {t("price")}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((band) => (
            <tr key={band.min_km} className="border-t border-line">
              <td className="py-2">
                {band.max_km === null
                  ? t("from", { from: format.number(band.min_km) })
                  : t("from_to", { from: format.number(band.min_km), to: format.number(band.max_km) })}
              </td>
              <td className="py-2 text-right">
                {rubles(band.price)}
                {band.per_km_over === null ? "" : ` ${t("per_km", { price: rubles(band.per_km_over) })}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < bands.length && (
        <p className="mt-2 text-xs text-soft">{t("hidden_bands", { count: bands.length - shown.length })}</p>
      )}
    </>
  );
}

async function Travel() {
  const t = await getTranslations("ops.travel");
  const { since, ...factors } = await getTravelFactors(runtime().db);
  const days = DAY_KINDS.map((kind) => ({
    kind,
    hours: factors[kind].map((factor, hour) => ({ field: factorField(kind, hour), hour, factor })),
  }));
  return (
    <CardSection
      id="travel"
      heading={t("heading")}
      note={
        <>
          {t("note")} {t("in_force")} <DateTime at={since.toISOString()} />.
        </>
      }
      className="mt-5"
    >
      <Permitted needs="service.manage_settings">
        <TravelForm key={since.toISOString()} days={days} action={changeTravelFactors} />
      </Permitted>
    </CardSection>
  );
}

async function History({ versions }: { versions: readonly TariffVersion[] }) {
  const t = await getTranslations("ops.tariff");
  const format = await getFormatter();
  return (
    <CardSection id="history" heading={t("history")} className="mt-5">
      <ol className="divide-y divide-line">
        {versions.map(({ tariff, since }, index) => {
          const values = tariffValues(tariff);
          const before = versions[index + 1];
          const previous = before === undefined ? null : tariffValues(before.tariff);
          return (
            <li key={tariff.id} className="py-3 text-sm first:pt-0 last:pb-0">
              <p className="font-medium">
                <DateTime at={since.toISOString()} seconds />
                {index === 0 && <span className="ml-2 text-xs text-delivered">{t("now")}</span>}
              </p>
              <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-0.5 text-xs text-soft">
                {TARIFF_FIELDS.filter((field) => previous === null || previous[field] !== values[field]).map(
                  (field) => (
                    <li key={field}>
                      {t(`fields.${field}`)}:{" "}
                      {previous === null ? "" : `${format.number(previous[field])} → `}
                      <span className="text-ink">
                        {format.number(values[field])} {t(`units.${TARIFF_UNITS[field]}`)}
                      </span>
                    </li>
                  ),
                )}
              </ul>
            </li>
          );
        })}
      </ol>
    </CardSection>
  );
}
