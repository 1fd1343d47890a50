"use client";

import { ArrowLeft, ArrowRight, ArrowUp, ArrowUpToLine } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useTransition } from "react";
import { listAddress, liveAddresses } from "@/components/orders/address";
import { NothingFound } from "@/components/orders/nothing-found";
import { OrderRow } from "@/components/orders/order-row";
import { ConnectionNote } from "@/components/ui/connection-note";
import { Link } from "@/components/ui/link";
import { SECONDARY } from "@/components/ui/styles";
import { useLive } from "@/components/ui/use-live";
import { useNow } from "@/components/ui/use-now";
import type { Mode } from "@/lib/accounts/scope";
import type { OrderPage } from "@/lib/orders/list/list-filtered-orders";
import { MOST_NEW } from "@/lib/orders/list/listed-order";
import type { OrderFilter } from "@/lib/orders/list/order-filter";
import type { RefreshedOrders } from "@/lib/orders/list/refresh-orders";

interface Given {
  page: OrderPage;
  filter: OrderFilter;
  mode: Mode;
  timeZone: string;
  now: number;
  /** Shown instead of an empty list until the account has placed an order. */
  unused: ReactNode;
}

const COLUMNS = ["status", "order", "destination", "stops", "courier", "created", "price"] as const;

/** A page of the list. Its orders update in place; new ones are counted, and shown on demand. */
export function OrderList({ page, filter, mode, timeZone, now: atFirst, unused }: Given) {
  const t = useTranslations("orders");
  const codes = page.orders.map(({ code }) => code);
  const { data, connection } = useLive<RefreshedOrders>(
    liveAddresses(filter, mode, { codes, isFirst: page.isFirst }),
    { orders: page.orders, newCount: 0 },
  );
  const now = useNow(atFirst);
  return (
    <>
      <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-2">
        <NewPill count={data.newCount} />
        <ConnectionNote connection={connection} />
      </div>
      {page.orders.length === 0 ? (
        (unused ?? <NothingFound filter={filter} mode={mode} isFirst={page.isFirst} />)
      ) : (
        <table className="-mx-4 block w-auto text-sm sm:-mx-6 xl:table xl:w-[calc(100%+3rem)] xl:border-separate xl:border-spacing-0">
          <caption className="sr-only">{t("heading")}</caption>
          <thead className="hidden text-left text-xs text-soft xl:table-header-group">
            <tr>
              {COLUMNS.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={`sticky top-0 z-10 border-b border-line bg-surface px-3 py-2 font-normal first:pl-6 last:pr-6 ${column === "price" ? "text-right" : ""}`}
                >
                  {t(`columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="block divide-y divide-line border-y border-line xl:table-row-group xl:divide-y-0">
            {data.orders.map((order) => (
              <OrderRow key={order.code} order={order} mode={mode} timeZone={timeZone} now={now} />
            ))}
          </tbody>
        </table>
      )}
      <Pages page={page} filter={filter} mode={mode} />
    </>
  );
}

function NewPill({ count }: { count: number }) {
  const t = useTranslations("orders");
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const show = () =>
    startTransition(() => {
      router.refresh();
      window.scrollTo({ top: 0 });
    });
  return (
    <div role="status">
      {count > 0 && (
        <button
          type="button"
          onClick={show}
          disabled={isPending}
          className="inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-full bg-fir px-4 text-sm font-medium text-on-fir hover:bg-fir-hover disabled:opacity-60 max-sm:min-h-11"
        >
          <ArrowUp aria-hidden="true" className="size-4" />
          {t(count < MOST_NEW ? "new_orders" : "many_new_orders", { count })}
        </button>
      )}
    </div>
  );
}

function Pages({ page, filter, mode }: { page: OrderPage; filter: OrderFilter; mode: Mode }) {
  const t = useTranslations("orders.pages");
  if (page.isFirst && page.older === null) return null;
  return (
    <nav aria-label={t("label")} className="mt-5 flex flex-wrap gap-3">
      {!page.isFirst && (
        <Link href={listAddress(filter, mode)} className={SECONDARY}>
          <ArrowUpToLine aria-hidden="true" className="size-4" />
          {t("newest")}
        </Link>
      )}
      {page.newer !== null && (
        <Link href={listAddress(filter, mode, page.newer)} rel="prev" className={SECONDARY}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t("newer")}
        </Link>
      )}
      {page.older !== null && (
        <Link href={listAddress(filter, mode, page.older)} rel="next" className={`${SECONDARY} ml-auto`}>
          {t("older")}
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      )}
    </nav>
  );
}
