"use client";

import { Banknote, DoorOpen, MapPin, MessageCircle, Navigation, Phone, Send } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { BigLink } from "@/components/courier/controls";
import { Fold } from "@/components/courier/fold";
import { useIsApple } from "@/components/courier/use-is-alive";
import { callLink, canCall, contactLink, navigationLinks } from "@/lib/courier-app/contact-link";
import type { CarriedDropoff, CarriedStop } from "@/lib/orders/carrying/carried-order";
import type { Address, Contact } from "@/lib/orders/order";

/** Everything about a stop: where it is, how to get in, who is there and what to pay. */
export function StopCard(props: {
  stop: CarriedStop | CarriedDropoff;
  title: string;
  /** Whether the courier is there: directions are then folded. */
  isThere?: boolean;
  onCall?: (() => void) | undefined;
}) {
  const { stop, title, isThere = false, onCall } = props;
  const { address, contact } = stop;
  const t = useTranslations("courier.stop");
  return (
    <article className="rounded-2xl border border-line bg-fill p-4">
      <h2 className="flex items-center gap-2 font-semibold text-soft">
        <MapPin className="size-5 shrink-0" aria-hidden />
        {title}
      </h2>
      <AddressLines address={address} />
      {"payment" in stop && stop.payment !== null && <Buyout payment={stop.payment} />}
      {"doorstep" in stop && <DropoffFacts dropoff={stop} />}
      {address.instructions && <Instructions text={address.instructions} />}
      <ContactLinks contact={contact} onCall={onCall} />
      <div className="mt-4">
        {isThere ? (
          <Fold summary={<span className="font-semibold">{t("navigate")}</span>}>
            <div className="px-2 pb-2">
              <DirectionLinks address={address} />
            </div>
          </Fold>
        ) : (
          <DirectionLinks address={address} />
        )}
      </div>
    </article>
  );
}

/** Formats street and building as locals write them. */
export function streetLine({ street, building }: Address): string {
  return `${street}, ${building}`;
}

/** Door codes of this length or longer get a full line. */
const WIDE_FROM = 6;

function AddressLines({ address }: { address: Address }) {
  const t = useTranslations("stop");
  const details = (["entrance", "floor", "apartment", "intercom"] as const)
    .map((name) => ({ label: t(name), value: address[name] }))
    .filter(({ value }) => value !== null);
  return (
    <>
      <p className="mt-2 text-[1.6rem] font-bold leading-tight [overflow-wrap:anywhere]">
        {streetLine(address)}
      </p>
      <p className="text-soft [overflow-wrap:anywhere]">{address.area}</p>
      {details.length > 0 && (
        <dl className="mt-3 grid grid-cols-2 gap-2">
          {details.map(({ label, value }) => (
            <div
              key={label}
              className={`rounded-xl border border-line bg-surface px-3 py-2 ${
                String(value).length > WIDE_FROM ? "col-span-2" : ""
              }`}
            >
              <dt className="text-base text-soft">{label}</dt>
              <dd className="text-2xl font-bold leading-tight [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function DropoffFacts({ dropoff }: { dropoff: CarriedDropoff }) {
  const t = useTranslations("courier.stop");
  const format = useFormatter();
  const distance = format.number(dropoff.distanceMeters / 1000, {
    style: "unit",
    unit: "kilometer",
    maximumFractionDigits: 1,
  });
  const minutes = Math.max(1, Math.round(dropoff.durationSeconds / 60));
  return (
    <ul className="mt-3 space-y-1">
      <li className="flex gap-2 font-semibold">
        <DoorOpen className="mt-0.5 size-5 shrink-0" aria-hidden />
        {t(dropoff.doorstep ? "toDoor" : "toEntrance")}
      </li>
      <li className="text-soft">
        {t("size", { size: dropoff.cargoSize })} · {t("leg", { distance, minutes })}
      </li>
    </ul>
  );
}

function Instructions({ text }: { text: string }) {
  const t = useTranslations("courier.stop");
  return (
    <div className="mt-3 border-l-4 border-field-line pl-3">
      <h3 className="text-base text-soft">{t("instructions")}</h3>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
    </div>
  );
}

function Buyout({ payment }: { payment: NonNullable<CarriedDropoff["payment"]> }) {
  const t = useTranslations("courier.stop");
  const format = useFormatter();
  const amount = format.number(payment.rubles, {
    style: "currency",
    currency: "RUB",
    minimumFractionDigits: Number.isInteger(payment.rubles) ? 0 : 2,
  });
  return (
    <div className="mt-3 flex gap-3 rounded-xl border-2 border-late bg-late-tint p-3 text-late">
      <Banknote className="mt-0.5 size-6 shrink-0" aria-hidden />
      <p className="text-xl font-bold leading-snug">
        {t("pay", { amount })}
        <span className="block text-lg">{t(payment.type)}</span>
      </p>
    </div>
  );
}

function ContactLinks({ contact, onCall }: { contact: Contact; onCall: (() => void) | undefined }) {
  const t = useTranslations("courier.stop");
  const name = contact.name ?? contact.value;
  return (
    <div className="mt-4">
      <p className="font-semibold [overflow-wrap:anywhere]">
        {contact.name ?? ""} <span className="font-normal text-soft">{contact.value}</span>
      </p>
      <div className="mt-2 grid gap-2">
        {canCall(contact) && (
          <BigLink
            tone="quiet"
            icon={Phone}
            href={callLink(contact.value)}
            label={t("callTo", { name })}
            onClick={onCall}
          >
            {t("call")}
          </BigLink>
        )}
        {contact.type === "whatsapp" && (
          <BigLink
            tone="quiet"
            icon={MessageCircle}
            href={contactLink(contact)}
            label={t("whatsappTo", { name })}
          >
            {t("whatsapp")}
          </BigLink>
        )}
        {contact.type === "telegram" && (
          <BigLink tone="quiet" icon={Send} href={contactLink(contact)} label={t("telegramTo", { name })}>
            {t("telegram")}
          </BigLink>
        )}
      </div>
    </div>
  );
}

function DirectionLinks({ address }: { address: Address }) {
  const t = useTranslations("courier.stop");
  const links = navigationLinks(address, useIsApple());
  return (
    <nav aria-label={t("navigate")} className="grid grid-cols-2 gap-2">
      <div className="col-span-2">
        <BigLink tone="quiet" icon={Navigation} href={links.yandex}>
          {t("yandex")}
        </BigLink>
      </div>
      <BigLink tone="quiet" href={links.dgis}>
        {t("dgis")}
      </BigLink>
      <BigLink tone="quiet" href={links.system}>
        {t("map")}
      </BigLink>
    </nav>
  );
}
