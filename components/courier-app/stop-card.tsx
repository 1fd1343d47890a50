"use client";

import { Banknote, DoorOpen, MessageCircle, MessageSquareText, Phone, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { BigLink } from "@/components/courier-app/controls";
import { NavigatorButton } from "@/components/courier-app/navigator-button";
import { unbreakable } from "@/components/orders/detail/unbreakable";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { useStopValues } from "@/components/orders/detail/use-stop-values";
import type { StopValue } from "@/components/tracking/stop-values";
import { callLink, canCall, contactLink } from "@/lib/courier-app/contact-link";
import type { CourierTaskDropoff, CourierTaskStop } from "@/lib/orders/fulfillment/courier-task";
import type { Address, Contact } from "@/lib/orders/order";
import { DOOR_FIELDS, DROPOFF_FIELDS } from "@/lib/orders/stop-fields";

export function StopCard({ stop }: { stop: CourierTaskStop | CourierTaskDropoff }) {
  return (
    <article className="grid gap-3">
      <p className="text-soft [overflow-wrap:anywhere]">{stop.address.area}</p>
      <StopFacts stop={stop} />
      <ContactLinks contact={stop.contact} onCall={undefined}>
        <NavigatorButton place={stop.address} street={streetLine(stop.address)} />
      </ContactLinks>
    </article>
  );
}

export function streetLine({ street, building }: Address): string {
  return `${street}, ${building}`;
}

const needsRow = ({ text }: Pick<StopValue, "text">) => text.length > 5;
const byLength = (a: StopValue, b: StopValue) => Number(needsRow(a)) - Number(needsRow(b));

export function StopFacts(props: {
  stop: CourierTaskStop | CourierTaskDropoff;
  orderCode?: string | null;
  comment?: string | null;
  /** Shown below what the courier needs first. */
  children?: ReactNode;
}) {
  const { stop, orderCode = null, comment = null, children } = props;
  const { address } = stop;
  const t = useTranslations("courier.stop");
  const door = useStopValues(DOOR_FIELDS, "courier", address, { first: ["entrance", "intercom", "floor"] });
  const dropoff = "doorstep" in stop ? stop : null;
  const own = useStopValues(DROPOFF_FIELDS, "courier", dropoff, { composed: ["doorstep"] });
  const tiles = [...door, ...own].filter(({ isLong }) => !isLong).toSorted(byLength);
  return (
    <>
      <Tiles
        tiles={
          orderCode === null
            ? tiles
            : [{ name: "order", label: t("order"), text: unbreakable(orderCode) }, ...tiles]
        }
      />
      {"payment" in stop && stop.payment !== null && <Buyout payment={stop.payment} />}
      {children}
      {"request" in stop && stop.request && (
        <Quote label={t(stop.isDecided ? "decided" : "note")} text={t(`request.${stop.request}`)} isQuoted />
      )}
      {"note" in stop && stop.note && <Quote label={t("note")} text={stop.note} isQuoted />}
      {address.instructions && <Quote label={t("instructions")} text={address.instructions} />}
      {own.map(({ name, label, text, isLong }) => isLong && <Quote key={name} label={label} text={text} />)}
      {comment && <Quote label={t("comment")} text={comment} />}
      {"doorstep" in stop && (
        <p className="flex gap-2 text-soft">
          <DoorOpen className="mt-0.5 size-5 shrink-0" aria-hidden />
          {t(stop.doorstep ? "toDoor" : "toEntrance")} · {t("size", { size: stop.cargoSize })}
        </p>
      )}
    </>
  );
}

function Tiles({ tiles }: { tiles: readonly Pick<StopValue, "name" | "label" | "text">[] }) {
  if (tiles.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-2">
      {tiles.map(({ name, label, text }) => (
        <div
          key={name}
          className={`min-w-19 flex-1 rounded-xl bg-fill px-2 pb-3 pt-2.5 text-center ${needsRow({ text }) ? "basis-full" : ""}`}
        >
          <dt className="text-[min(0.875rem,6.2vw)]/snug font-medium">{label}</dt>
          <dd className="text-[1.75rem] font-[650] leading-tight tracking-tight [overflow-wrap:anywhere]">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Quote({ label, text, isQuoted = false }: { label: string; text: string; isQuoted?: boolean }) {
  const t = useTranslations("courier.stop");
  return (
    <div className="flex gap-3 rounded-xl bg-fill px-4 py-3">
      <MessageSquareText className="mt-0.5 size-6 shrink-0" aria-hidden />
      <div className="min-w-0">
        <h2 className="text-sm text-soft">{label}</h2>
        <p className="whitespace-pre-line font-medium [overflow-wrap:anywhere]">
          {isQuoted ? t("quote", { text }) : text}
        </p>
      </div>
    </div>
  );
}

function Buyout({ payment }: { payment: NonNullable<CourierTaskDropoff["payment"]> }) {
  const t = useTranslations("courier.stop");
  const amount = useRubles()(payment.rubles);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl bg-late-tint px-4 py-3">
      <Banknote className="size-7 shrink-0 text-late" aria-hidden />
      <span className="min-w-0 flex-[1_1_7rem] font-medium leading-tight">{t(payment.type)}</span>{" "}
      <strong className="text-2xl font-[650] tracking-tight whitespace-nowrap">{amount}</strong>
    </p>
  );
}

export function ContactLinks(props: {
  contact: Contact;
  onCall: (() => void) | undefined;
  children: ReactNode;
}) {
  const { contact, onCall, children } = props;
  const t = useTranslations("courier.stop");
  const name = contact.name ?? contact.value;
  return (
    <div className="flex flex-wrap gap-2 *:flex-[1_1_9.75rem]">
      {canCall(contact) && (
        <BigLink
          tone="fill"
          icon={Phone}
          href={callLink(contact.value)}
          label={t("callTo", { name })}
          onClick={onCall}
        >
          <span className="min-w-0 break-words">{contact.name ?? t("call")}</span>
        </BigLink>
      )}
      {contact.type !== "phone" && (
        <BigLink
          tone="fill"
          icon={contact.type === "whatsapp" ? MessageCircle : Send}
          href={contactLink(contact)}
          label={t(`${contact.type}To`, { name })}
        >
          {canCall(contact) ? t(contact.type) : (contact.name ?? t(contact.type))}
        </BigLink>
      )}
      {children}
    </div>
  );
}
