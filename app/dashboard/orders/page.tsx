import { Download, Plus } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { openPage, PageFrame, type Query } from "@/app/dashboard/page-frame";
import { exportAddress, listAddress } from "@/components/orders/address";
import { FilterForm } from "@/components/orders/filter-form";
import { FirstOrder } from "@/components/orders/first-order";
import { OrderList } from "@/components/orders/order-list";
import { ViewLinks } from "@/components/orders/view-links";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { PRIMARY, SECONDARY } from "@/components/ui/styles";
import { hasOrders } from "@/lib/orders/list/has-orders";
import { listFilteredOrders } from "@/lib/orders/list/list-filtered-orders";
import { isNarrowed, readEdge, readFilter } from "@/lib/orders/list/order-filter";
import { inMode } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";

const PATH = "/dashboard/orders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("orders"))("heading") };
}

export default async function OrdersPage({ searchParams }: { searchParams: Query }) {
  const page = await openPage(PATH, searchParams);
  const t = await getTranslations("orders");
  const { mode, scope } = page;
  const { timeZone } = page.account;
  const { db, clock } = runtime();
  const filter = readFilter(page.parameter);
  const edge = readEdge(page.parameter);
  const found = await listFilteredOrders(db, scope, { filter, timeZone, edge });
  // Paging back to the start returns to the plain list, where new orders come in.
  if (edge?.side === "after" && found.newer === null) redirect(listAddress(filter, mode));
  const isUnused = found.orders.length === 0 && !isNarrowed(filter) && !(await hasOrders(db, scope));
  const codes = found.orders.map(({ code }) => code);
  return (
    <PageFrame page={page} section="orders" path={PATH} words={["orders"]}>
      <Heading
        actions={
          !isUnused && (
            <>
              <a href={exportAddress(filter, mode)} download className={SECONDARY} title={t("export_hint")}>
                <Download aria-hidden="true" className="size-4" />
                {t("export")}
              </a>
              <Link href={inMode("/dashboard/new", mode)} className={PRIMARY}>
                <Plus aria-hidden="true" className="size-4" />
                {t("new")}
              </Link>
            </>
          )
        }
      >
        {t("heading")}
      </Heading>
      {!isUnused && (
        <>
          <ViewLinks filter={filter} mode={mode} />
          <FilterForm filter={filter} mode={mode} timeZone={timeZone} />
        </>
      )}
      <OrderList
        key={`${listAddress(filter, mode, edge)} ${codes.join(",")}`}
        page={found}
        filter={filter}
        mode={mode}
        timeZone={timeZone}
        now={clock.now().getTime()}
        unused={isUnused ? <FirstOrder mode={mode} role={page.staff.role} /> : null}
      />
    </PageFrame>
  );
}
