import { useTranslations } from "next-intl";
import { Disclosure } from "@/components/courier-app/controls";
import { streetLine } from "@/components/courier-app/stop-card";
import { unbreakable } from "@/components/orders/detail/unbreakable";
import { type AppState, listRemainingStops } from "@/lib/courier-app/app-state";
import type { CourierTask } from "@/lib/orders/fulfillment/courier-task";

/** The stops of the courier's other orders, in the sequence of the visits. Nothing without another order. */
export function LaterStops({ state, order }: { state: AppState; order: CourierTask }) {
  const t = useTranslations("courier.later");
  const later = listRemainingStops(state).filter(
    ({ task }) => task.orderId !== order.orderId && task.acceptedAt !== null,
  );
  if (later.length === 0) return null;
  return (
    <Disclosure summary={<span className="font-semibold">{t("title", { count: later.length })}</span>}>
      <ol className="grid gap-3 px-4 pb-4">
        {later.map(({ task, stop: { kind, stopPosition } }) => (
          <li key={`${task.orderId} ${kind} ${stopPosition}`}>
            <span className="block text-base text-soft">
              {t(kind)} · {unbreakable(task.orderCode)} · <bdi>{task.shop.name}</bdi>
            </span>
            {kind !== "take_over" && (
              <span className="block font-semibold leading-tight [overflow-wrap:anywhere]">
                {streetLine((task.dropoffs[stopPosition - 1] ?? task.pickup).address)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
