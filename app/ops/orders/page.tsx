import { CalendarClock } from "lucide-react";
import { getTranslations } from "next-intl/server";
import * as z from "zod";
import { assignEach, assignTogether, cancelEach, tellEach } from "@/app/ops/orders/actions";
import { type OpsPage, PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { AllOrdersTable } from "@/components/console/orders/all-orders-table";
import { OpenOrders } from "@/components/console/orders/open-orders";
import {
  type ListAddress,
  ORDER_LISTS,
  OrderFilters,
  OrderLists,
  orderListAddress,
} from "@/components/console/orders/order-filters";
import { SearchForm } from "@/components/console/search-form";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { SECONDARY } from "@/components/ui/styles";
import { listAccounts } from "@/lib/accounts/list-accounts";
import { getBoard } from "@/lib/console/get-board";
import { areRoutesShared, getStackingSettings } from "@/lib/dispatch/stacking-settings";
import { withMode } from "@/lib/http/mode";
import { listOrdersForOperators, type OperatorListItem } from "@/lib/orders/list/list-orders-for-operators";
import { runtime } from "@/lib/process/runtime";
import { listArrivals } from "@/lib/tracking/list-arrivals";

export const generateMetadata = titleMetadata("ops.orders.heading");

const id = z.guid();
async function getActions() {
  const areShared = areRoutesShared(await getStackingSettings(runtime().db));
  return { assignEach, cancelEach, tellEach, assignTogether: areShared ? assignTogether : null };
}

/** Users type and paste these URLs, so an invalid value is ignored. */
function readAddress({ parameter }: OpsPage): ListAddress {
  const named = (name: string) => (id.safeParse(parameter(name)).success ? parameter(name) : "");
  // PostgreSQL text cannot contain NUL.
  const search = parameter("search").toWellFormed().replaceAll("\u0000", "").trim().slice(0, 128);
  const [shop, courier] = [named("shop"), named("courier")];
  const isNarrowed = search !== "" || shop !== "" || courier !== "";
  const list = ORDER_LISTS.find((one) => one === parameter("list")) ?? "open";
  return {
    list: isNarrowed && list === "open" ? "all" : list,
    search,
    shop,
    courier,
    sort: parameter("sort") === "oldest" ? "oldest" : "newest",
  };
}

export default async function OrdersPage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage("/ops/orders", searchParams, "service.view");
  const t = await getTranslations("ops.orders");
  const at = readAddress(page);
  const { mode } = page;
  return (
    <PageFrame
      page={page}
      section="orders"
      words={["ops.orders", "ops.chosen", "ops.order", "ops.messages", "ops.plan", "ui"]}
    >
      <Heading
        actions={
          <Link href={withMode("/ops/orders/schedule", mode)} className={SECONDARY}>
            <CalendarClock aria-hidden="true" className="size-4" />
            {t("schedule")}
          </Link>
        }
      >
        {t("heading")}
      </Heading>
      <SearchForm action="/ops/orders" label={t("search")} value={at.search} mode={mode} />
      <OrderLists at={at} mode={mode} />
      {at.list === "open" ? (
        <OpenOrders
          key={mode}
          mode={mode}
          initial={await getBoard(runtime(), mode)}
          now={runtime().clock.now().getTime()}
          actions={await getActions()}
        />
      ) : (
        <AllOrders page={page} at={at} />
      )}
    </PageFrame>
  );
}

async function AllOrders({ page, at }: { page: OpsPage; at: ListAddress }) {
  const t = await getTranslations("ops.orders");
  const { db, clock } = runtime();
  const { mode } = page;
  const { list, search, shop, courier, sort } = at;
  const [shops, { orders, hasMore }] = await Promise.all([
    listAccounts(db, ""),
    listOrdersForOperators(db, {
      mode,
      status: list === "delivered" || list === "cancelled" ? list : null,
      accountId: shop || null,
      courierId: courier || null,
      isProblem: list === "problem",
      search,
      after: page.parameter("after").replaceAll("\u0000", "") || null,
      isOldestFirst: sort === "oldest",
    }),
  ]);
  const last = orders.at(-1);
  return (
    <>
      <OrderFilters at={at} mode={mode} shops={shops} />
      <AllOrdersTable
        key={orderListAddress(at, mode)}
        orders={await withArrivals(orders)}
        mode={mode}
        now={clock.now().getTime()}
        actions={await getActions()}
      />
      {hasMore && last !== undefined && (
        <nav aria-label={t("pages")} className="mt-5">
          <Link href={orderListAddress(at, mode, last.code)} rel="next" className={SECONDARY}>
            {t("more")}
          </Link>
        </nav>
      )}
    </>
  );
}

async function withArrivals(orders: readonly OperatorListItem[]) {
  const carried = orders.filter(({ status }) => status === "assigned" || status === "in_progress");
  const codes = carried.map(({ code }) => code);
  const arrivals = await listArrivals(runtime(), "any", codes);
  return orders.map((order) => {
    const window = arrivals.get(order.code);
    const arrival = window && { from: window.from.toISOString(), to: window.to.toISOString() };
    return { ...order, price: order.price === null ? null : Number(order.price), arrival: arrival ?? null };
  });
}
