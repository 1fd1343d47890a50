"use client";

import { House, Store } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { MetadataList } from "@/components/orders/detail/metadata-list";
import type { DropoffState, OrderPageView, StopState } from "@/components/orders/detail/order-state";
import { RecipientFeedbackNote } from "@/components/orders/detail/recipient-feedback-note";
import { StopOutcome } from "@/components/orders/detail/stop-outcome";
import { useOrderFormatter } from "@/components/orders/detail/use-order-sentence";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { useStopValues } from "@/components/orders/detail/use-stop-values";
import { formatPhone } from "@/components/tracking/format";
import { ShopTile } from "@/components/ui/shop-tile";
import { LINK } from "@/components/ui/styles";
import type { ShopBranding } from "@/lib/accounts/shop-identity";
import { callLink, canCall, contactLink } from "@/lib/courier-app/contact-link";
import { isErased } from "@/lib/orders/erased";
import { DOOR_FIELDS, DROPOFF_FIELDS } from "@/lib/orders/stop-fields";

interface StopListProps {
  order: OrderPageView;
  now: number;
  shop?: ShopBranding | null;
  actionsAt?: (index: number) => ReactNode;
}

/** `actionsAt` returns the actions for a stop; 0 is the pickup. */
export function StopList({ order, now, shop = null, actionsAt }: StopListProps) {
  const t = useTranslations("order.stops");
  return (
    <section aria-label={t("title")}>
      <ol className="space-y-4">
        {order.stops.map((stop, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stop is identified by its position in the order.
          <li key={index} className="flex gap-3 text-sm">
            {index === 0 && shop !== null ? (
              <ShopTile shop={shop} />
            ) : (
              <StopMark index={index} isOnly={order.stops.length === 2} />
            )}
            <div className="min-w-0 flex-1 space-y-2">
              <Stop order={order} stop={stop} now={now} index={index} />
              {actionsAt?.(index)}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The pickup shows a shop; a dropoff its number, or a house if it is the only one. */
export function StopMark({ index, isOnly = false }: { index: number; isOnly?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-ink text-sm font-semibold text-surface"
    >
      {index === 0 ? <Store className="size-4" /> : isOnly ? <House className="size-4" /> : index}
    </span>
  );
}

interface StopProps {
  order: OrderPageView;
  stop: StopState;
  now: number;
  index: number;
}

function Stop({ order, stop, now, index }: StopProps) {
  const { code, stops, status, wayBack } = order;
  const isOnly = stops.length === 2;
  const hasArea = new Set(stops.map(({ address }) => address.area)).size > 1;
  const isReturned = wayBack?.state === "returned";
  const canBeThere = status === (index === 0 ? "assigned" : "in_progress");
  const t = useTranslations("order.stops");
  const tRoom = useTranslations("stop.rooms");
  const { address, contact, dropoff, said } = stop;
  const rooms = useStopValues(DOOR_FIELDS, "shop", address, { first: ["entrance", "floor"] });
  return (
    <div className="space-y-0.5 wrap-anywhere">
      <h3 className={isOnly ? "sr-only" : "text-xs text-soft"}>
        {index === 0 ? t("pickup") : t("dropoff", { number: index })}
      </h3>
      <p className="font-semibold">
        <bdi>{address.street}</bdi>, {address.building}
      </p>
      {hasArea && <p className="text-soft">{address.area}</p>}
      {rooms.length > 0 && (
        <p className="text-soft">{rooms.map(({ name, text }) => tRoom(name, { value: text })).join(" · ")}</p>
      )}
      {address.instructions !== null && (
        <p className="border-l-2 border-line pl-3 whitespace-pre-line">
          <span className="text-soft">{t("instructions")}</span> {address.instructions}
        </p>
      )}
      <p className="text-soft">
        {contact.name !== null && (
          <>
            <bdi>{contact.name}</bdi>,{" "}
          </>
        )}
        <ContactLink contact={contact} />
      </p>
      {said !== null && <RecipientFeedbackNote said={said} />}
      {dropoff !== null && <DropoffLines dropoff={dropoff} />}
      <StopTime stop={stop} now={now} index={index} canBeThere={canBeThere} />
      <StopOutcome stop={stop} index={index} code={code} isReturned={isReturned} />
    </div>
  );
}

export function ContactLink({ contact }: { contact: StopState["contact"] }) {
  const t = useTranslations("order.stops");
  if (isErased({ contact })) return t("erased");
  const isMessenger = contact.type !== "phone";
  if (!isMessenger && !canCall(contact)) return <bdi>{contact.value}</bdi>;
  const href = isMessenger ? contactLink(contact) : callLink(contact.value);
  return (
    <>
      <a
        href={href}
        className={`${LINK} inline-flex min-h-6 items-center`}
        {...(isMessenger ? { target: "_blank", rel: "noreferrer" } : {})}
      >
        {isMessenger ? contact.value : formatPhone(contact.value).shown}
      </a>
      {isMessenger && <span className="text-soft"> {t(`messenger.${contact.type}`)}</span>}
    </>
  );
}

function DropoffLines({ dropoff }: { dropoff: DropoffState }) {
  const t = useTranslations("order.stops");
  const rubles = useRubles();
  const values = useStopValues(DROPOFF_FIELDS, "shop", dropoff, { composed: ["doorstep"] });
  const { doorstep, buyout } = dropoff;
  return (
    <>
      <p className="text-soft">{t(doorstep ? "to_door" : "to_entrance")}</p>
      {values.map(({ name, label, text }) => (
        <p key={name} className="whitespace-pre-line">
          <span className="text-soft">{label}:</span> {text}
        </p>
      ))}
      <MetadataList metadata={dropoff.metadata} />
      {buyout !== null && (
        <p className="font-medium text-late">
          {t(`buyout_${buyout.type}`, { amount: rubles(buyout.rubles) })}
        </p>
      )}
    </>
  );
}

interface StopTimeProps {
  stop: StopState;
  now: number;
  index: number;
  canBeThere: boolean;
}

function StopTime({ stop, now, index, canBeThere }: StopTimeProps): ReactNode {
  const { arrivedAt, completedAt, failure, dropoff } = stop;
  const t = useTranslations("order.stops");
  const { when, time, window } = useOrderFormatter(now);
  if (completedAt !== null) {
    const text = t(index === 0 ? "picked_up" : "handed_over", { when: when(completedAt) });
    return <p className="text-delivered">{text}</p>;
  }
  if (failure !== null) return null;
  if (arrivedAt !== null) {
    return canBeThere ? (
      <p className="text-link">{t("arrived", { time: time(arrivedAt) })}</p>
    ) : (
      <p className="text-soft">{t("left", { when: when(arrivedAt) })}</p>
    );
  }
  if (dropoff?.arrival == null) return null;
  const { from, to } = dropoff.arrival;
  return <p className="text-soft">{t("expected", { window: window(from, to) })}</p>;
}
