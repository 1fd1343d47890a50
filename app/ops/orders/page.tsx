import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { openPage, PageFrame, type Query } from "@/app/ops/page-frame";
import { OpenOrders } from "@/components/ops/open-orders";
import { Heading } from "@/components/ui/heading";
import { getBoard } from "@/lib/board/get-board";
import { runtime } from "@/lib/process/runtime";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("ops.orders"))("heading") };
}

export default async function OrdersPage({ searchParams }: { searchParams: Query }) {
  const page = await openPage("/ops/orders", searchParams);
  const t = await getTranslations("ops.orders");
  const { clock } = runtime();
  return (
    <PageFrame page={page} section="orders" path="/ops/orders">
      <Heading note={t("note")}>{t("heading")}</Heading>
      <OpenOrders
        key={page.mode}
        mode={page.mode}
        initial={await getBoard(runtime(), page.mode)}
        now={clock.now().getTime()}
      />
    </PageFrame>
  );
}
