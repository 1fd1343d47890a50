import { getTranslations } from "next-intl/server";
import { PageFrame, type Query, requireMemberPage } from "@/app/dashboard/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { ImportPage } from "@/components/imports/import-page";
import { DateTime } from "@/components/ui/date-time";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { getAccount } from "@/lib/accounts/get-account";
import { mapStyleUrl } from "@/lib/city/map/map-style-url";
import { withMode } from "@/lib/http/mode";
import { findColumns } from "@/lib/imports/find-columns";
import { listImports } from "@/lib/imports/find-import";
import { USUAL_PICKUP } from "@/lib/imports/rows";
import { listRecentStops } from "@/lib/orders/form/list-recent-stops";
import type { Stop } from "@/lib/orders/order";
import { listAddresses } from "@/lib/orders/saved-addresses/list-addresses";
import { findPhoneExample } from "@/lib/phone-example";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("import.heading");

const formatPlace = ({ address }: Stop) => [address.area, address.street, address.building].join(", ");

export default async function Imports({ searchParams }: { searchParams: Query }) {
  const { staff, scope, mode, locale } = await requireMemberPage(
    "/dashboard/import",
    searchParams,
    "account.manage_orders",
  );
  const { db } = runtime();
  const [t, saved, { pickup: usual }, remembered, recent, styleUrl, { phoneCountry }] = await Promise.all([
    getTranslations("import"),
    listAddresses(db, staff),
    listRecentStops(db, scope),
    findColumns(db, scope),
    listImports(db, scope),
    mapStyleUrl(locale),
    getAccount(db, staff.accountId),
  ]);
  const first =
    usual === null ? [] : [{ id: USUAL_PICKUP, label: t("pickup.usual", { address: formatPlace(usual) }) }];
  return (
    <PageFrame words={["import", "delivery", "order"]} hasChecks>
      <Heading note={t("note")}>{t("heading")}</Heading>
      <noscript>
        <p className="mb-4 rounded-lg border border-line p-4 text-sm">{t("needs_script")}</p>
      </noscript>
      <ImportPage
        key={mode}
        mode={mode}
        remembered={remembered}
        pickups={[
          ...first,
          ...saved.map((one) => ({ id: one.id, label: `${one.name}: ${formatPlace(one)}` })),
        ]}
        styleUrl={styleUrl}
        country={phoneCountry}
        phoneExample={findPhoneExample(phoneCountry)}
        center={usual?.address ?? saved[0]?.address ?? null}
      />
      {recent.length > 0 && (
        <section aria-labelledby="recent" className="mt-10">
          <h2 id="recent" className="type-heading">
            {t("recent.heading")}
          </h2>
          <p className="mt-1 text-sm text-soft">{t("recent.note")}</p>
          <ul className="mt-3 divide-y divide-line border-y border-line">
            {recent.map(({ id, fileName, createdAt }) => (
              <li key={id}>
                <Link
                  href={withMode(`/dashboard/import/${id}`, mode)}
                  className="flex min-h-11 items-center justify-between gap-4 py-2 text-sm hover:bg-hover"
                >
                  <span className="min-w-0 truncate font-medium">{fileName}</span>
                  <span className="shrink-0 text-soft tabular-nums">
                    <DateTime at={createdAt.toISOString()} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </PageFrame>
  );
}
