"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Phone } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { ClaimControl } from "@/components/console/board/claim-control";
import { ConsoleOrderActions } from "@/components/console/board/console-order-actions";
import { type ConsoleActions, HandleForm } from "@/components/console/board/handle-form";
import { ExceptionPill, getTextKey, useTripText } from "@/components/console/board/look";
import { PlannedOrders } from "@/components/console/planned-orders";
import { usePlanText } from "@/components/console/use-plan-text";
import { formatPhone, formatTime } from "@/components/tracking/format";
import { useAge } from "@/components/ui/age";
import { CloseButton } from "@/components/ui/close-button";
import { Link } from "@/components/ui/link";
import { useDateFormat } from "@/components/ui/page-zone";
import { StatusPill } from "@/components/ui/status-pill";
import { GHOST, LINK, PRIMARY, SECONDARY } from "@/components/ui/styles";
import { readState } from "@/components/ui/use-live";
import type { Mode } from "@/lib/account-scope";
import type { ConsoleCourier, PlannedPickup } from "@/lib/console/console-board";
import type { ClaimHolder } from "@/lib/console/exception-claim";
import type { Exception, FailingEndpoint } from "@/lib/console/exceptions";
import type { ConsoleFacts } from "@/lib/console/find-console-facts";
import { callLink, canCall } from "@/lib/courier-app/contact-link";
import { isScheduled } from "@/lib/orders/is-scheduled";

interface ExceptionProps {
  readonly mode: Mode;
  readonly now: number;
  readonly actions: ConsoleActions;
  readonly operatorId: string;
  readonly holders: readonly ClaimHolder[];
  readonly onReassign: () => void;
  readonly onHandled: () => void;
  readonly onClose: () => void;
}

interface OrderSheetProps extends ExceptionProps {
  readonly code: string;
  readonly exception: Exception | null;
  /** The next orders of the courier who has this one. */
  readonly planned: readonly PlannedPickup[];
  /** The courier's other orders; null without a courier. */
  readonly route: { readonly courierId: string; readonly others: number } | null;
}

export function OrderSheet(props: OrderSheetProps) {
  const { code, exception, planned, route, ...given } = props;
  const t = useTranslations("console");
  const { facts, isFailed, retry } = useOrderFacts(code, exception);
  const describeTrip = useTripText();
  const describePlan = usePlanText();
  const [hasCalled, setCalled] = useState(false);
  return (
    <Sheet {...given} exception={exception} facts={facts} title={code}>
      {exception !== null && (
        <p className="mt-1 text-sm text-soft">
          {t(`sheet.about.${getTextKey(exception)}`, {
            courier: exception.courierName ?? t("sheet.courier"),
            place: exception.place ?? "",
          })}
        </p>
      )}
      {exception !== null && <ClaimControl exceptions={[exception]} {...given} />}
      {exception?.held != null && <p className="mt-2 text-sm font-medium">{describeTrip(exception.held)}</p>}
      {exception?.text != null && <blockquote className="mt-2 text-sm">«{exception.text}»</blockquote>}
      {facts === null ? (
        <div role="status" className="mt-4 text-sm text-soft">
          {t(isFailed ? "sheet.failed" : "sheet.loading")}
          {isFailed && (
            <button type="button" onClick={retry} className={`${SECONDARY} mt-3`}>
              {t("sheet.retry")}
            </button>
          )}
        </div>
      ) : (
        <>
          {facts.plan != null && <p className="mt-2 text-sm font-medium">{describePlan(facts.plan)}</p>}
          {route !== null && route.others > 0 && (
            <p className="mt-2 text-sm">
              <Link href={`/ops/couriers/${route.courierId}#route`} className={LINK}>
                {t("sheet.route", { count: route.others })}
              </Link>
            </p>
          )}
          <PlannedOrders planned={planned} />
          <ConsoleOrderActions
            facts={facts}
            exception={exception}
            onCall={() => setCalled(true)}
            {...given}
          />
          <Contacts facts={facts} />
        </>
      )}
      <Footer exception={exception} hasCalled={hasCalled} {...given}>
        <Link href={`/ops/orders/${code}`} className={GHOST}>
          {t("sheet.open_order")}
        </Link>
      </Footer>
    </Sheet>
  );
}

export function EndpointSheet({
  exception,
  endpoint,
  ...given
}: ExceptionProps & { readonly exception: Exception; readonly endpoint: FailingEndpoint | null }) {
  const t = useTranslations("console");
  return (
    <Sheet {...given} exception={exception} facts={null} title={exception.accountName}>
      <p className="mt-1 text-sm text-soft">
        {t("sheet.about.webhook_failing", { courier: "", place: exception.place ?? "" })}
      </p>
      <ClaimControl exceptions={[exception]} {...given} />
      {endpoint?.error != null && (
        <p className="mt-2 text-sm [overflow-wrap:anywhere]">
          {t("sheet.last_failure", { error: endpoint.error })}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <HandleForm exceptions={[exception]} handling="told_shop" look={PRIMARY} {...given}>
          {t("sheet.told_shop")}
        </HandleForm>
        {endpoint?.phone != null && (
          <a href={`tel:${endpoint.phone}`} className={SECONDARY}>
            <Phone aria-hidden="true" className="size-4" />
            {t("sheet.call_shop")}
          </a>
        )}
        {endpoint?.email != null && (
          <a href={`mailto:${endpoint.email}`} className={SECONDARY}>
            {t("sheet.mail_shop")}
          </a>
        )}
      </div>
      <Footer exception={exception} {...given}>
        {endpoint !== null && (
          <Link href={`/ops/accounts/${endpoint.accountId}`} className={GHOST}>
            {t("sheet.open_account")}
          </Link>
        )}
      </Footer>
    </Sheet>
  );
}

interface SheetProps extends Pick<ExceptionProps, "now" | "onClose"> {
  readonly exception: Exception | null;
  readonly facts: ConsoleFacts | null;
  readonly title: string;
  readonly children: ReactNode;
}

function Sheet({ exception, facts, title, now, onClose, children }: SheetProps) {
  const t = useTranslations("console");
  const heading = useId();
  const close = useRef<HTMLButtonElement>(null);
  const isOrder = exception?.kind !== "webhook_failing";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet of each new subject takes the focus
  useEffect(() => close.current?.focus({ preventScroll: true }), [title]);
  return (
    <section aria-labelledby={heading} className="p-5">
      <div className="flex items-start justify-between gap-3">
        {exception !== null ? (
          <ExceptionPill exception={exception} now={now} />
        ) : facts !== null ? (
          <StatusPill
            status={facts.status}
            hasCourier={facts.hasCourier}
            isHeld={facts.held !== null}
            isScheduled={isScheduled(facts, now)}
          />
        ) : (
          <span />
        )}
        <CloseButton ref={close} label={t("sheet.close")} onClose={onClose} />
      </div>
      <h2 id={heading} className={`type-title mt-1 ${isOrder ? "font-mono" : ""}`}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function Contacts({ facts: { courier, shop, stops } }: { readonly facts: ConsoleFacts }) {
  const t = useTranslations("console.sheet");
  return (
    <section aria-label={t("contacts")} className="mt-5 border-t border-line pt-2">
      <dl className="text-sm">
        <Contact role={t("courier")} name={courier?.name ?? t("no_courier")} phone={courier?.phone ?? null} />
        {stops.map(({ index, street, contactName, contact }) => (
          <Contact
            key={index}
            role={t(index === 0 ? "pickup" : stops.length === 2 ? "recipient" : "recipient_of", {
              number: index,
            })}
            name={[contactName, street].filter(Boolean).join(", ")}
            phone={contact}
          />
        ))}
        <Contact role={t("shop")} name={shop.name} phone={shop.phone} email={shop.email} />
      </dl>
    </section>
  );
}

const CONTACT_LINK = `${LINK} inline-flex min-h-6 items-center`;

function Contact(props: { role: string; name: string; phone: string | null; email?: string | null }) {
  const { role, name, phone, email = null } = props;
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-2 py-1.5">
      <dt className="text-soft">{role}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block">{name}</span>
        {phone !== null &&
          (canCall({ value: phone }) ? (
            <a href={callLink(phone)} className={CONTACT_LINK}>
              {formatPhone(phone).shown}
            </a>
          ) : (
            <bdi>{phone}</bdi>
          ))}
        {phone === null && email !== null && (
          <a href={`mailto:${email}`} className={CONTACT_LINK}>
            {email}
          </a>
        )}
      </dd>
    </div>
  );
}

interface FooterProps extends ExceptionProps {
  readonly exception: Exception | null;
  readonly hasCalled?: boolean;
  readonly children: ReactNode;
}

function Footer({ exception, hasCalled = false, children, ...given }: FooterProps) {
  const t = useTranslations("console.sheet");
  return (
    <footer className="mt-4 flex flex-wrap items-center gap-2 border-t border-line pt-4">
      {exception !== null && exception.kind !== "unusual_trip" && (
        <HandleForm
          exceptions={[exception]}
          handling={hasCalled ? "called" : "noted"}
          look={SECONDARY}
          {...given}
        >
          {t(hasCalled ? "called" : "snooze")}
        </HandleForm>
      )}
      {children}
    </footer>
  );
}

const REFRESH_MS = 15_000;

function useOrderFacts(code: string, exception: Exception | null) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["ops-facts", code, exception?.kind, exception?.courierId],
    queryFn: async ({ signal }) =>
      readState<ConsoleFacts>(await fetch(`/ops/facts?code=${encodeURIComponent(code)}`, { signal })),
    // Facts of another order must never appear under this code.
    placeholderData: (before) => (before?.code === code ? keepPreviousData(before) : undefined),
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  return { facts: data ?? null, isFailed: isError, retry: () => void refetch() };
}

export function CourierSheet(props: { courier: ConsoleCourier; now: number; onClose: () => void }) {
  const { courier, now, onClose } = props;
  const t = useTranslations("console.sheet");
  const ui = useTranslations("ui.transport");
  const age = useAge();
  const dates = useDateFormat();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 id={heading} className="type-title">
          {courier.name}
        </h2>
        <CloseButton label={t("close")} onClose={onClose} />
      </div>
      <p className="mt-1 text-sm text-soft">
        {[
          courier.breakSince === null
            ? t(courier.isOnShift ? "free" : "off_shift")
            : t("on_break", { time: formatTime(new Date(courier.breakSince), dates) }),
          ui(courier.transport),
          courier.position === null
            ? t("never_seen")
            : t("heard", { age: age(courier.position.receivedAt, now) }),
        ].join(" · ")}
      </p>
      <PlannedOrders planned={courier.planned ?? []} />
      <footer className="mt-4 border-t border-line pt-4">
        <Link href={`/ops/couriers/${courier.id}`} className={GHOST}>
          {t("open_courier")}
        </Link>
      </footer>
    </section>
  );
}
