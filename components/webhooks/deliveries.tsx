import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { DateTime } from "@/components/ui/moment";
import { LINK, SMALL_INPUT, SMALL_SECONDARY } from "@/components/ui/styles";
import { SelectBox } from "@/components/webhooks/delivery-selection";
import { eventKey } from "@/components/webhooks/event-key";
import { DeliveryPill } from "@/components/webhooks/states";
import type { Mode } from "@/lib/accounts/scope";
import type { DeliveryFilter } from "@/lib/webhooks/delivery";
import type { DeliveryListItem } from "@/lib/webhooks/list-deliveries";
import { TEST_EVENTS } from "@/lib/webhooks/webhook-event";

const STATES = ["pending", "succeeded", "failed"] as const;

export function DeliveryFilters(props: { path: string; mode: Mode; filter: DeliveryFilter }) {
  const { path, mode, filter } = props;
  const t = useTranslations("webhooks");
  const ui = useTranslations("ui");
  return (
    <search>
      <form action={path} className="mb-4 flex flex-wrap items-center gap-2">
        {mode === "test" && <input type="hidden" name="mode" value="test" />}
        <label>
          <span className="sr-only">{t("filter.state")}</span>
          <select name="state" defaultValue={filter.state ?? ""} className={SMALL_INPUT}>
            <option value="">{t("filter.any_state")}</option>
            {STATES.map((one) => (
              <option key={one} value={one}>
                {ui(`delivery_state.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">{t("filter.event")}</span>
          <select name="event" defaultValue={filter.eventType ?? ""} className={SMALL_INPUT}>
            <option value="">{t("filter.any_event")}</option>
            {TEST_EVENTS.map((type) => (
              <option key={type} value={type}>
                {t(`events.${eventKey(type)}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="min-w-0 flex-1 basis-44 text-sm sm:max-w-xs">
          <span className="sr-only">{t("filter.order")}</span>
          <input
            name="order"
            placeholder={t("filter.order")}
            defaultValue={filter.externalOrderId ?? ""}
            autoComplete="off"
            className={`${SMALL_INPUT} w-full`}
          />
        </label>
        <button type="submit" className={SMALL_SECONDARY}>
          {t("filter.apply")}
        </button>
      </form>
    </search>
  );
}

export function DeliveryRow(props: { delivery: DeliveryListItem; href: string; isSelectable: boolean }) {
  const { delivery, href, isSelectable } = props;
  const t = useTranslations("webhooks");
  const ui = useTranslations("ui");
  const { eventType, isTest, externalOrderId, state, attempts, status, createdAt } = delivery;
  const name = `delivery-${delivery.id}`;
  return (
    <li className="flex text-sm hover:bg-hover">
      {isSelectable && <SelectBox delivery={String(delivery.id)} labelledBy={`${name} ${name}-at`} />}
      <div className="grid min-w-0 grow gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,1fr)_8rem_9rem_9rem] sm:items-center">
        <div id={name} className="min-w-0">
          <Link href={href} className={`${LINK} inline-block min-h-6 max-w-full font-mono text-xs break-all`}>
            {eventType}
          </Link>
          <p className="text-xs break-all text-soft">{isTest ? t("is_test") : externalOrderId}</p>
        </div>
        <DeliveryPill state={state} />
        <p className="text-xs text-soft tabular-nums">
          {ui("attempts", { count: attempts })}
          {status === null ? "" : ` · ${status}`}
        </p>
        <p id={`${name}-at`} className="text-xs text-soft">
          <DateTime at={createdAt.toISOString()} seconds short />
        </p>
      </div>
    </li>
  );
}
