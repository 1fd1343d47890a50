import { Bike, ChartNoAxesColumn, Plus } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { tell } from "@/app/ops/couriers/actions";
import { CourierWork } from "@/app/ops/couriers/courier-work";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { MessageToAll } from "@/components/console/courier/message-form";
import { CashLine, ShiftLine } from "@/components/console/courier/shift-line";
import { SearchForm } from "@/components/console/search-form";
import { formatPhone } from "@/components/tracking/format";
import { RelativeTime } from "@/components/ui/age";
import { EmptyState } from "@/components/ui/empty-state";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { Permitted } from "@/components/ui/permissions";
import { CARD, LINK, PRIMARY, SECONDARY } from "@/components/ui/styles";
import { listCashHolders } from "@/lib/couriers/cash-balance";
import {
  type CourierOverview,
  countCouriers,
  listCouriers,
  MAX_COURIERS,
} from "@/lib/couriers/list-couriers";
import { countReplies } from "@/lib/couriers/list-messages";
import { DAY_MS } from "@/lib/duration";
import { withMode } from "@/lib/http/mode";
import { type Kopecks, kopecks } from "@/lib/pricing/money";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("ops.couriers.heading");

export default async function CouriersPage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage("/ops/couriers", searchParams, "service.view");
  const t = await getTranslations("ops.couriers");
  const performance = await getTranslations("performance");
  const { db, clock } = runtime();
  const search = page.parameter("search").trim();
  const aDayAgo = new Date(clock.now().getTime() - DAY_MS);
  const [couriers, counts, cash, replies] = await Promise.all([
    listCouriers(db, page.mode, search),
    countCouriers(db, page.mode),
    listCashHolders(db),
    countReplies(db, page.mode, aDayAgo),
  ]);
  const now = clock.now().getTime();
  const byReplies = (a: CourierOverview, b: CourierOverview) =>
    Number(replies.has(b.id)) - Number(replies.has(a.id));
  return (
    <PageFrame
      page={page}
      section="couriers"
      words={["ops.couriers", "ops.cash", "ops.access", "ops.messages"]}
    >
      <Heading
        note={t("count", { count: counts.all, shift: counts.onShift })}
        actions={
          <>
            {counts.all > 0 && (
              <Link href={withMode("/ops/couriers/performance", page.mode)} className={SECONDARY}>
                <ChartNoAxesColumn aria-hidden="true" className="size-4" />
                {performance("link")}
              </Link>
            )}
            {counts.people > 0 && (
              <Permitted needs="service.message_couriers">
                <MessageToAll mode={page.mode} tell={tell} />
              </Permitted>
            )}
            <Permitted needs="service.manage_couriers">
              <Link href={withMode("/ops/couriers/new", page.mode)} className={PRIMARY}>
                <Plus aria-hidden="true" className="size-4" />
                {t("new")}
              </Link>
            </Permitted>
          </>
        }
      >
        {t("heading")}
      </Heading>
      {counts.all > 0 && (
        <SearchForm action="/ops/couriers" label={t("search")} value={search} mode={page.mode} />
      )}
      {couriers.length === 0 ? (
        <EmptyState icon={Bike} heading={t(search === "" ? "none" : "none_found")}>
          {search === "" && <p className="mt-1 text-sm text-soft">{t(`none_hint_${page.mode}`)}</p>}
        </EmptyState>
      ) : (
        <>
          <ul className={`${CARD} divide-y divide-line`}>
            {couriers.toSorted(byReplies).map((courier) => (
              <CourierRow
                key={courier.id}
                courier={courier}
                cash={cash.get(courier.id) ?? kopecks(0)}
                replies={replies.get(courier.id) ?? 0}
                now={now}
              />
            ))}
          </ul>
          {couriers.length === MAX_COURIERS && counts.all > MAX_COURIERS && (
            <p className="mt-3 text-sm text-soft">{t("more", { count: MAX_COURIERS })}</p>
          )}
        </>
      )}
    </PageFrame>
  );
}

interface RowProps {
  courier: CourierOverview;
  cash: Kopecks;
  replies: number;
  now: number;
}

async function CourierRow({ courier, cash, replies, now }: RowProps) {
  const t = await getTranslations("ops");
  const ui = await getTranslations("ui");
  const { id, name, phone, transportType, number, position, orderCode, orderCount } = courier;
  const receivedAt = position?.receivedAt.toISOString();
  const nameId = `courier-${id}`;
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-4 text-sm md:grid-cols-[minmax(0,1fr)_12rem_auto] md:items-center">
      <div className="min-w-0">
        <p id={nameId} className="font-medium break-words">
          <Link href={`/ops/couriers/${id}`} className="inline-flex min-h-6 items-center hover:underline">
            {name}
          </Link>
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
            {formatPhone(phone).shown}
          </a>
        </p>
      </div>
      <div className="text-xs">
        <ShiftLine courier={courier} now={now} />
        <p className="text-soft">
          {receivedAt === undefined ? (
            t("couriers.never_seen")
          ) : (
            <>
              {t("couriers.heard")} <RelativeTime at={receivedAt} now={now} />
            </>
          )}
        </p>
        <CashLine cash={cash} />
        {replies > 0 && (
          <Link href={`/ops/couriers/${id}#messages`} className={LINK}>
            {t("messages.new", { count: replies })}
          </Link>
        )}
        {orderCode !== null && (
          <p>
            {t("couriers.order")}{" "}
            <Link href={`/ops/orders/${orderCode}`} className={`${LINK} font-mono`}>
              {orderCode}
            </Link>
            {orderCount > 1 && ` ${t("couriers.others", { count: orderCount - 1 })}`}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 md:w-72 md:justify-end lg:w-104">
        <CourierWork courier={courier} nameId={nameId} cash={cash} />
      </div>
    </li>
  );
}
