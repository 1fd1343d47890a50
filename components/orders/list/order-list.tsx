import { ArrowLeft, ArrowRight, ArrowUpToLine, CalendarCheck, History, SearchX } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { listAddress, NO_FILTER } from "@/components/orders/list/address";
import { ListConnection, ListIcons, LiveList, OrderRows } from "@/components/orders/list/live-list";
import { type ListRow, toColumns } from "@/components/orders/list/order-progress";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { SECONDARY, SMALL_SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import type { Page } from "@/lib/orders/list/list-orders";
import { isNarrowed, type OrderFilter, type PageBoundary } from "@/lib/orders/list/order-filter";

export interface ListProps {
  page: Page<ListRow>;
  filter: OrderFilter;
  mode: Mode;
  timeZone: string;
  now: number;
  /** Replaces the empty list until the account has placed an order. */
  unused: ReactNode;
  courierName: string;
}

const COLUMNS = ["status", "code", "destination", "courier", "arrival", "price"] as const;

/** Rendered by the server, except for what changes in the rows. */
export function OrderList(props: ListProps) {
  const { page, filter, mode, timeZone, now, unused } = props;
  const { orders, isFirst } = page;
  const t = useTranslations("orders");
  return (
    <LiveList
      key={`${listAddress(filter, mode)} ${orders.map(({ code }) => code).join(",")}`}
      orders={toColumns(orders)}
      {...{ isFirst, filter, mode }}
    >
      {orders.length === 0 ? (
        <div className="px-4 py-3 sm:px-6">{unused ?? <NothingFound {...props} />}</div>
      ) : (
        <>
          <ListIcons now={now} />
          <table className="order-list block w-full text-sm lg:table lg:border-separate lg:border-spacing-0 print:table print:text-xs">
            <caption className="sr-only">{t("heading")}</caption>
            <thead className="hidden text-left text-xs text-faint lg:table-header-group print:table-header-group">
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col">
                    {t(`columns.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="block divide-y divide-line border-b border-line lg:table-row-group lg:divide-y-0 lg:border-0 print:table-row-group">
              <OrderRows mode={mode} timeZone={timeZone} now={now} isByDay={filter.view === "scheduled"} />
            </tbody>
          </table>
        </>
      )}
      <div className="flex flex-wrap items-center gap-3 px-4 py-4 sm:px-6 print:hidden">
        <Pages page={page} filter={filter} mode={mode} />
        <ListConnection />
      </div>
    </LiveList>
  );
}

function Pages({ page, filter, mode }: Pick<ListProps, "page" | "filter" | "mode">) {
  const t = useTranslations("orders.pages");
  const last = page.orders.at(-1);
  const isTodayOver = filter.view === "today" && page.older === null && last !== undefined;
  if (page.isFirst && page.older === null && !isTodayOver) return null;
  const at = (edge: PageBoundary | null) => edge && listAddress(filter, mode, edge);
  const links = [
    { name: "newest", icon: ArrowUpToLine, href: page.isFirst ? null : listAddress(filter, mode) },
    { name: "newer", icon: ArrowLeft, href: at(page.newer), rel: "prev" },
    { name: "older", icon: ArrowRight, href: at(page.older), rel: "next" },
    { name: "all", icon: History, href: isTodayOver ? listAddress({ ...filter, view: "all" }, mode) : null },
  ];
  return (
    <nav aria-label={t("label")} className="order-last ml-auto flex flex-wrap gap-2">
      {links.map(
        ({ name, icon: Icon, href, rel }) =>
          href !== null && (
            <Link key={name} href={href} rel={rel} className={SMALL_SECONDARY}>
              {name !== "older" && <Icon aria-hidden="true" className="size-4" />}
              {t(name)}
              {name === "older" && <Icon aria-hidden="true" className="size-4" />}
            </Link>
          ),
      )}
    </nav>
  );
}

function NothingFound({ filter, mode, page: { isFirst }, courierName }: ListProps) {
  const t = useTranslations("orders");
  const format = useFormatter();
  const day = (date: string) => format.dateTime(new Date(date), { dateStyle: "medium", timeZone: "UTC" });
  const { view, from, to, search, courier, hasProblem } = filter;
  const requested = [
    ...(view === "all" || view === "today" ? [] : [[t("nothing.view"), t(`views.${view}`)]]),
    ...(search === "" ? [] : [[t("nothing.search"), search]]),
    ...(from === "" ? [] : [[t("filter.from"), day(from)]]),
    ...(to === "" ? [] : [[t("filter.to"), day(to)]]),
    ...(courier === "" ? [] : [[t("filter.courier"), courierName]]),
    ...(hasProblem ? [[t("filter.problem"), ""]] : []),
  ];
  if (view === "today" && isFirst && !isNarrowed(filter)) {
    return (
      <EmptyState icon={CalendarCheck} heading={t("nothing.today")}>
        <Link href={listAddress({ ...filter, view: "all" }, mode)} className={`${SECONDARY} mt-5`}>
          {t("pages.all")}
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={SearchX} heading={t(isFirst ? "nothing.heading" : "nothing.heading_further")}>
      {requested.length > 0 && (
        <dl className="mt-3 flex flex-wrap justify-center gap-2 text-sm">
          {requested.map(([term, value]) => (
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
        <Link href={listAddress(NO_FILTER, mode)} className={`${SECONDARY} mt-5`}>
          {t("filter.reset")}
        </Link>
      )}
    </EmptyState>
  );
}
