import { Bike, CircleAlert, CirclePause, CircleX, Navigation, Plus } from "lucide-react";
import type { Metadata } from "next";
import { getFormatter, getTranslations } from "next-intl/server";
import { issueCourierCash, renewLink, switchCourier, takeCourierCash } from "@/app/ops/actions";
import { openPage, PageFrame, type Query } from "@/app/ops/page-frame";
import { CourierActions } from "@/components/ops/courier-actions";
import { CourierCash } from "@/components/ops/courier-cash";
import { Age } from "@/components/ui/age";
import { Empty } from "@/components/ui/empty";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { CARD, LINK, PRIMARY } from "@/components/ui/styles";
import { isStale } from "@/lib/board/board";
import { listCashHolders } from "@/lib/cash/cash-of";
import { listCouriers } from "@/lib/couriers/list-couriers";
import { inMode } from "@/lib/pages/mode";
import { type Kopecks, kopecks, toRubles } from "@/lib/pricing/money";
import { runtime } from "@/lib/process/runtime";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("ops.couriers"))("heading") };
}

type Courier = Awaited<ReturnType<typeof listCouriers>>[number];

export default async function CouriersPage({ searchParams }: { searchParams: Query }) {
  const page = await openPage("/ops/couriers", searchParams);
  const t = await getTranslations("ops.couriers");
  const { db, clock } = runtime();
  const [couriers, cash] = await Promise.all([listCouriers(db, page.mode), listCashHolders(db)]);
  const now = clock.now().getTime();
  return (
    <PageFrame page={page} section="couriers" path="/ops/couriers">
      <Heading
        note={t("count", {
          count: couriers.length,
          shift: couriers.filter(({ onShiftSince }) => onShiftSince !== null).length,
        })}
        actions={
          <Link href={inMode("/ops/couriers/new", page.mode)} className={PRIMARY}>
            <Plus aria-hidden="true" className="size-4" />
            {t("new")}
          </Link>
        }
      >
        {t("heading")}
      </Heading>
      {couriers.length === 0 ? (
        <Empty icon={Bike} heading={t("none")}>
          <p className="mt-1 text-sm text-soft">{t(`none_hint_${page.mode}`)}</p>
        </Empty>
      ) : (
        <ul className={`${CARD} divide-y divide-line`}>
          {couriers.map((courier) => (
            <CourierRow
              key={courier.id}
              courier={courier}
              cash={cash.get(courier.id) ?? kopecks(0)}
              now={now}
            />
          ))}
        </ul>
      )}
    </PageFrame>
  );
}

async function CourierRow({ courier, cash, now }: { courier: Courier; cash: Kopecks; now: number }) {
  const t = await getTranslations("ops");
  const ui = await getTranslations("ui");
  const { id, name, phone, transportType, number, position, orderCode } = courier;
  const receivedAt = position?.receivedAt.toISOString();
  const nameId = `courier-${id}`;
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-4 text-sm md:grid-cols-[minmax(0,1fr)_12rem_auto] md:items-center">
      <div className="min-w-0">
        <p id={nameId} className="font-medium break-words">
          {name}
          {courier.isSimulated && (
            <span className="ml-2 rounded-md border border-line px-1.5 py-0.5 text-xs font-normal text-soft">
              {t("couriers.simulated")}
            </span>
          )}
        </p>
        <p className="text-soft">
          {ui(`transport.${transportType}`)}
          {number === null ? "" : ` · ${number}`}
          {" · "}
          <a href={`tel:${phone}`} className={LINK}>
            {phone}
          </a>
        </p>
      </div>
      <div className="text-xs">
        <ShiftLine courier={courier} now={now} />
        <p className="text-soft">
          {receivedAt === undefined ? (
            t("map.unheard")
          ) : (
            <>
              {t("couriers.heard")} <Age at={receivedAt} now={now} />
            </>
          )}
        </p>
        <CashLine cash={cash} />
        {orderCode !== null && (
          <p>
            {t("couriers.order")}{" "}
            <Link href={`/ops/orders/${orderCode}`} className={`${LINK} font-mono`}>
              {orderCode}
            </Link>
          </p>
        )}
      </div>
      <div className="flex flex-col gap-2 md:items-end">
        <CourierActions
          id={id}
          name={name}
          nameId={nameId}
          isDisabled={courier.disabledAt !== null}
          isSimulated={courier.isSimulated}
          hasLink={courier.hasLink}
          orderCode={orderCode}
          renewLink={renewLink}
          switchWork={switchCourier}
        />
        {!courier.isSimulated && (
          <CourierCash
            id={id}
            name={name}
            nameId={nameId}
            balance={String(toRubles(cash))}
            issue={issueCourierCash}
            takeIn={takeCourierCash}
          />
        )}
      </div>
    </li>
  );
}

async function CashLine({ cash }: { cash: Kopecks }) {
  if (cash === 0) return null;
  const t = await getTranslations("ops.cash");
  const format = await getFormatter();
  const amount = format.number(toRubles(kopecks(Math.abs(cash))), {
    style: "currency",
    currency: "RUB",
    currencyDisplay: "narrowSymbol",
  });
  return <p className="font-medium tabular-nums">{t(cash > 0 ? "holds" : "owed", { amount })}</p>;
}

async function ShiftLine({ courier, now }: { courier: Courier; now: number }) {
  const t = await getTranslations("ops");
  const { disabledAt, onShiftSince, position } = courier;
  const isLost = isStale(
    { position: position === null ? null : { ...position, receivedAt: position.receivedAt.toISOString() } },
    now,
  );
  const [Icon, color, text] =
    disabledAt !== null
      ? ([CircleX, "text-bad", t("couriers.disabled")] as const)
      : onShiftSince === null
        ? ([CirclePause, "text-soft", t("map.off_shift")] as const)
        : isLost
          ? ([CircleAlert, "text-late", `${t("couriers.on_shift")} · ${t("map.stale")}`] as const)
          : ([Navigation, "text-delivered", t("couriers.on_shift")] as const);
  return (
    <p className={`flex items-center gap-1.5 font-medium ${color}`}>
      <Icon aria-hidden="true" className="size-3.5" />
      {text}
    </p>
  );
}
