import type { Metadata } from "next";
import { notFound } from "next/navigation";
import {
  adjust,
  answer,
  assign,
  cancel,
  confirm,
  deliver,
  deliverOne,
  erase,
  hold,
  override,
  release,
  start,
  takeBack,
} from "@/app/ops/orders/[code]/actions";
import { loadOperatorOrderState } from "@/app/ops/orders/[code]/load-operator-order-state";
import { PageFrame, type PageProps, requireOperatorPage } from "@/app/ops/page-frame";
import { OpsOrderPage } from "@/components/console/order/ops-order-page";
import { OrderPrivacy } from "@/components/console/order/order-privacy";
import { OrderTexts } from "@/components/orders/detail/order-texts";
import { Permitted } from "@/components/ui/permissions";
import { mapStyleUrl } from "@/lib/city/map/map-style-url";
import { findPrivacy } from "@/lib/privacy/find-privacy";
import { runtime } from "@/lib/process/runtime";

export async function generateMetadata({ params }: PageProps<{ code: string }>): Promise<Metadata> {
  return { title: (await params).code };
}

export default async function OrderPage({ params, searchParams }: PageProps<{ code: string }>) {
  const { code } = await params;
  const page = await requireOperatorPage(
    `/ops/orders/${encodeURIComponent(code)}`,
    searchParams,
    "service.view",
  );
  const order = await loadOperatorOrderState(code);
  if (order === null) notFound();
  return (
    <PageFrame
      page={page}
      section="orders"
      mode={order.mode}
      words={["ops.order", "ops.adjust", "ops.plan", "ops.reassign", "privacy"]}
    >
      <OrderTexts locale={page.locale}>
        <OpsOrderPage
          actions={{
            adjust,
            answer,
            assign,
            cancel,
            confirm,
            deliver,
            deliverOne,
            override,
            start,
            takeBack,
          }}
          initial={order}
          now={runtime().clock.now().getTime()}
          locale={page.locale}
          styleUrl={await mapStyleUrl(page.locale)}
        />
        <Permitted needs="service.manage_privacy">
          <OrderPrivacy
            code={code}
            {...(await findPrivacy(runtime().db, code))}
            actions={{ erase, hold, release }}
          />
        </Permitted>
      </OrderTexts>
    </PageFrame>
  );
}
