import { useTranslations } from "next-intl";
import { FilterChoice, FilterForm, FilterText } from "@/components/api/request-filters";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { LINK } from "@/components/ui/styles";
import { SelectBox } from "@/components/webhooks/delivery-selection";
import { eventKey } from "@/components/webhooks/event-key";
import { DeliveryPill } from "@/components/webhooks/states";
import type { Mode } from "@/lib/account-scope";
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
      <FilterForm
        action={path}
        label={t("deliveries")}
        hidden={mode === "test" ? { mode } : {}}
        apply={t("filter.apply")}
        reset={null}
      >
        <FilterChoice
          name="state"
          label={t("filter.state")}
          any={t("filter.any_state")}
          value={filter.state}
          options={STATES}
          labels={STATES.map((one) => ui(`delivery_state.${one}`))}
        />
        <FilterChoice
          name="event"
          label={t("filter.event")}
          any={t("filter.any_event")}
          value={filter.eventType}
          options={TEST_EVENTS}
          labels={TEST_EVENTS.map((type) => t(`events.${eventKey(type)}`))}
        />
        <FilterText
          name="order"
          label={t("filter.order")}
          value={filter.externalOrderId}
          look="flex-1 basis-44 sm:max-w-xs"
        />
      </FilterForm>
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
