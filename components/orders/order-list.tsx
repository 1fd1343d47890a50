"use client";

import { ArrowLeft, ArrowRight, ArrowUp, ArrowUpToLine, CalendarCheck, History, SearchX } from "lucide-react";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { type MouseEvent, type ReactNode, useTransition } from "react";
import { listAddress, liveAddresses, NO_FILTER } from "@/components/orders/address";
import type { ListRow, PagedList } from "@/components/orders/order-progress";
import { OrderRow } from "@/components/orders/order-row";
import { ConnectionNote } from "@/components/ui/connection-note";
import { EmptyState } from "@/components/ui/empty";
import { Link } from "@/components/ui/link";
import { SECONDARY, SMALL_SECONDARY } from "@/components/ui/styles";
import { useIsHydrating, useProgressiveList } from "@/components/ui/use-first-items";
import { useLive } from "@/components/ui/use-live";
import { useNow } from "@/components/ui/use-now";
import type { Mode } from "@/lib/accounts/scope";
import type { Page } from "@/lib/orders/list/list-orders";
import { MAX_NEW_ORDERS } from "@/lib/orders/list/listed-order";
import { isNarrowed, type OrderFilter, type PageBoundary } from "@/lib/orders/list/order-filter";

export interface ListProps {
  page: Page<ListRow>;
  filter: OrderFilter;
  mode: Mode;
  timeZone: string;
  now: number;
  /** Replaces the empty list until the account has placed an order. */
  unused: ReactNode;
}

const FIRST_ROWS = 20;
/** The list scrolls by itself; elsewhere the browser restores the page's position, which needs all rows. */
const SCROLLS = "(min-width: 64rem)";

const COLUMNS = ["status", "code", "destination", "courier", "arrival", "price"] as const;

interface Props extends ListProps {
  courierName: string;
  selected: string | null;
  onOpen: (event: MouseEvent<HTMLAnchorElement>, code: string) => void;
}

export function OrderList(props: Props) {
  const { page, filter, mode, timeZone, now: atFirst, unused, selected, onOpen } = props;
  const t = useTranslations("orders");
  const codes = page.orders.map(({ code }) => code);
  const { data, connection } = useLive<PagedList>(
    liveAddresses(filter, mode, { codes, isFirst: page.isFirst }),
    { orders: page.orders, newCount: 0 },
  );
  const now = useNow(atFirst);
  const isSheetOpen = selected !== null;
  const isHtml = useIsHydrating();
  const takeFirst = useProgressiveList(
    FIRST_ROWS,
    isHtml || isSheetOpen || !window.matchMedia(SCROLLS).matches,
  );
  const row = { mode, timeZone, now, isSheetOpen, onOpen };
  const hidden = { courier: "lg:hidden", code: "lg:hidden min-[85rem]:table-cell" };
  return (
    <>
      <NewPill count={data.newCount} />
      {page.orders.length === 0 ? (
        <div className="px-4 py-3 sm:px-6">{unused ?? <NothingFound {...props} />}</div>
      ) : (
        <table className="block w-full text-sm lg:table lg:border-separate lg:border-spacing-0 print:table print:text-xs">
          <caption className="sr-only">{t("heading")}</caption>
          <thead className="hidden text-left text-xs text-faint lg:table-header-group print:table-header-group">
            <tr>
              {COLUMNS.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={`sticky top-0 z-10 h-8.5 border-b border-line bg-surface px-2 font-medium whitespace-nowrap first:pl-6 last:pr-6 print:static print:px-1.5 print:first:pl-1.5 print:last:pr-1.5 ${column === "price" || column === "arrival" ? "text-right" : ""} ${isSheetOpen && (column === "courier" || column === "code") ? hidden[column] : ""}`}
                >
                  {t(`columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="block divide-y divide-line border-b border-line lg:table-row-group lg:divide-y-0 lg:border-0 print:table-row-group">
            {takeFirst(data.orders).map((order) => (
              <OrderRow key={order.code} order={order} isSelected={order.code === selected} {...row} />
            ))}
          </tbody>
        </table>
      )}
      <div className="flex flex-wrap items-center gap-3 px-4 py-4 sm:px-6 print:hidden">
        <Pages page={page} filter={filter} mode={mode} />
        <ConnectionNote connection={connection} />
      </div>
    </>
  );
}

/** Overlays the list, so that its rows do not move. */
function NewPill({ count }: { count: number }) {
  const t = useTranslations("orders");
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  return (
    <div role="status" className="sticky top-2 z-20 flex h-0 justify-center print:hidden">
      {count > 0 && (
        <button
          type="button"
          onClick={() => startTransition(() => router.refresh())}
          disabled={isPending}
          className="inline-flex min-h-9 cursor-pointer items-center gap-1.5 self-start rounded-full bg-fir px-4 text-sm font-medium whitespace-nowrap text-on-fir shadow-e1 hover:bg-fir-hover disabled:opacity-60 max-sm:min-h-11"
        >
          <ArrowUp aria-hidden="true" className="size-4" />
          {t(count < MAX_NEW_ORDERS ? "new_orders" : "many_new_orders", { count })}
        </button>
      )}
    </div>
  );
}

function Pages({ page, filter, mode }: Pick<Props, "page" | "filter" | "mode">) {
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

function NothingFound({ filter, mode, page: { isFirst }, courierName }: Props) {
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
