import { CalendarCheck, SearchX } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { listAddress } from "@/components/orders/address";
import { Empty } from "@/components/ui/empty";
import { Link } from "@/components/ui/link";
import { SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/accounts/scope";
import { isNarrowed, type OrderFilter, readFilter } from "@/lib/orders/list/order-filter";

interface Props {
  filter: OrderFilter;
  courierName: string;
  mode: Mode;
  isFirst: boolean;
}

export function NothingFound({ filter, mode, isFirst, courierName }: Props) {
  const t = useTranslations("orders");
  const format = useFormatter();
  const day = (date: string) => format.dateTime(new Date(date), { dateStyle: "medium", timeZone: "UTC" });
  const { view, from, to, search, courier, hasProblem } = filter;
  const asked = [
    ...(view === "all" || view === "today" ? [] : [[t("nothing.view"), t(`views.${view}`)]]),
    ...(search === "" ? [] : [[t("nothing.search"), search]]),
    ...(from === "" ? [] : [[t("filter.from"), day(from)]]),
    ...(to === "" ? [] : [[t("filter.to"), day(to)]]),
    ...(courier === "" ? [] : [[t("filter.courier"), courierName]]),
    ...(hasProblem ? [[t("filter.problem"), ""]] : []),
  ];
  if (view === "today" && isFirst && !isNarrowed(filter)) {
    return (
      <Empty icon={CalendarCheck} heading={t("nothing.today")}>
        <Link href={listAddress({ ...filter, view: "all" }, mode)} className={`${SECONDARY} mt-5`}>
          {t("pages.all")}
        </Link>
      </Empty>
    );
  }
  return (
    <Empty icon={SearchX} heading={t(isFirst ? "nothing.heading" : "nothing.heading_further")}>
      {asked.length > 0 && (
        <dl className="mt-3 flex flex-wrap justify-center gap-2 text-sm">
          {asked.map(([term, value]) => (
            <div key={term} className="flex min-w-0 gap-1.5 rounded-full bg-fill px-3 py-1">
              <dt className="text-soft">
                {term}
                {value === "" ? "" : ":"}
              </dt>
              {value !== "" && <dd className="min-w-0 break-words">{value}</dd>}
            </div>
          ))}
        </dl>
      )}
      {isNarrowed(filter) && (
        <Link
          href={listAddress(
            readFilter(() => ""),
            mode,
          )}
          className={`${SECONDARY} mt-5`}
        >
          {t("filter.reset")}
        </Link>
      )}
    </Empty>
  );
}
