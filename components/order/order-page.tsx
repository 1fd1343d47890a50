"use client";

import { CancelOrder } from "@/components/order/cancel-order";
import { CancellationNote } from "@/components/order/cancellation-note";
import { CourierCard } from "@/components/order/courier-card";
import { OpenProblems } from "@/components/order/open-problems";
import { OpenQuestions } from "@/components/order/open-questions";
import { OrderFacts } from "@/components/order/order-facts";
import { OrderHeading } from "@/components/order/order-heading";
import { OrderMap } from "@/components/order/order-map";
import type { OrderState } from "@/components/order/order-state";
import { OrderWebhooks } from "@/components/order/order-webhooks";
import { PriceCard } from "@/components/order/price-card";
import { RawOrder } from "@/components/order/raw-order";
import { ReturnNote } from "@/components/order/return-note";
import { StopList } from "@/components/order/stop-list";
import { Timeline } from "@/components/order/timeline";
import { TrackingLinks } from "@/components/order/tracking-links";
import { useOrder } from "@/components/order/use-order";
import type { FormAction } from "@/components/ui/form-state";
import type { Locale } from "@/lib/locale/locale";

interface Given {
  actions: {
    readonly cancel: FormAction;
    readonly answer: FormAction;
    readonly settle: FormAction;
    readonly issueLinks: FormAction;
    readonly revokeLinks: FormAction;
  };
  initial: OrderState;
  now: number;
  locale: Locale;
  styleUrl: string | null;
  publicUrl: string;
}

/** Shows everything about one order, live. */
export function OrderPage({ actions, initial, now, locale, styleUrl, publicUrl }: Given) {
  const { order, connection } = useOrder(initial);
  return (
    <>
      <OrderHeading order={order} connection={connection}>
        <CancelOrder order={order} action={actions.cancel} />
      </OrderHeading>
      <div className="space-y-5">
        <OpenQuestions order={order} now={now} action={actions.answer} />
        <OpenProblems order={order} action={actions.settle} />
        {order.cancellation !== null && <CancellationNote order={order} cancellation={order.cancellation} />}
        {order.wayBack !== null && <ReturnNote order={order} wayBack={order.wayBack} />}
        <OrderFacts order={order} now={now} />
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
          <div className="min-w-0 lg:col-start-2">
            <CourierCard order={order} now={now} />
          </div>
          <div className="min-w-0 space-y-5 lg:col-start-1 lg:row-span-2 lg:row-start-1">
            <OrderMap order={order} now={now} locale={locale} styleUrl={styleUrl} />
            <StopList order={order} />
            <PriceCard order={order} />
            <RawOrder order={order} publicUrl={publicUrl} />
          </div>
          <div className="min-w-0 space-y-5 lg:col-start-2">
            <Timeline order={order} now={now} />
            <TrackingLinks order={order} issue={actions.issueLinks} revoke={actions.revokeLinks} />
            <OrderWebhooks order={order} />
          </div>
        </div>
      </div>
    </>
  );
}
