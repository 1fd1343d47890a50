import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getFormatter, getTranslations } from "next-intl/server";
import { adjust, answer, assign, cancel, deliver, override, start, takeBack } from "@/app/ops/actions";
import { openPage, PageFrame, type Query } from "@/app/ops/page-frame";
import { AdjustCharge } from "@/components/ops/adjust-charge";
import { OpenQuestion } from "@/components/ops/open-question";
import { OrderActions } from "@/components/ops/order-actions";
import { OverrideCode } from "@/components/ops/override-code";
import { type ShownOutcome, StopOutcome } from "@/components/ops/stop-outcome";
import { Age } from "@/components/ui/age";
import { Heading } from "@/components/ui/heading";
import { Moment } from "@/components/ui/moment";
import { StatusPill } from "@/components/ui/status-pill";
import { CARD, LINK } from "@/components/ui/styles";
import { getAccount } from "@/lib/accounts/get-account";
import { listCouriers } from "@/lib/couriers/list-couriers";
import { canCarry } from "@/lib/couriers/vehicle";
import { fileUrl } from "@/lib/files/file-address";
import { isWordedReason } from "@/lib/orders/cancellation";
import type { Charge } from "@/lib/orders/charge";
import { type FiledOrder, findFiledOrder } from "@/lib/orders/file/find-filed-order";
import { effectiveProof, type ProofDefaults, tripOf } from "@/lib/orders/order";
import type { StopState } from "@/lib/orders/stop-state";
import { listCharges, listStops } from "@/lib/orders/stored-order";
import { type Kopecks, kopecks, toRubles } from "@/lib/pricing/money";
import { runtime } from "@/lib/process/runtime";
import { greatCircleMeters } from "@/lib/routing/geo";

interface Props {
  params: Promise<{ code: string }>;
  searchParams: Query;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).code };
}

export default async function OrderPage({ params, searchParams }: Props) {
  const { code } = await params;
  const path = `/ops/orders/${encodeURIComponent(code)}`;
  const page = await openPage(path, searchParams);
  const { db, clock } = runtime();
  const filed = await findFiledOrder(db, code);
  if (filed === null) notFound();
  const t = await getTranslations("ops.order");
  const { order, mode } = filed;
  const [account, stops, charges] = await Promise.all([
    getAccount(db, order.scope.accountId),
    listStops(db, order),
    listCharges(db, order),
  ]);
  const now = clock.now().getTime();
  const rubles = await rublesIn();
  const sizes = tripOf(filed.details).cargoSizes;
  const isOpen = order.status === "new" || order.status === "assigned";
  const couriers = isOpen ? await listCouriers(db, mode) : [];
  const free = couriers.filter(({ disabledAt, orderCode }) => disabledAt === null && orderCode === null);
  return (
    <PageFrame page={page} section="orders" path={path} mode={mode}>
      <Heading
        note={`${filed.accountName} · ${order.externalOrderId}`}
        actions={<StatusPill status={order.status} hasCourier={order.courierId !== null} />}
      >
        <span className="font-mono">{order.orderCode}</span>
      </Heading>
      <div className="space-y-5">
        {stops.map(
          ({ index, failure }) =>
            failure?.resolution === "ask" &&
            failure.answerUntil !== null &&
            order.status === "in_progress" && (
              <OpenQuestion
                key={index}
                code={order.orderCode}
                index={index}
                attempts={failure.attempts}
                answerUntil={failure.answerUntil.toISOString()}
                returnPrice={order.returnPrice === 0 ? null : rubles(order.returnPrice)}
                now={now}
                answer={answer}
              />
            ),
        )}
        <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="space-y-5 lg:order-last">
            <section aria-labelledby="courier" className={`${CARD} p-5`}>
              <h2 id="courier" className="mb-3 type-heading">
                {t("courier")}
              </h2>
              <CourierLines filed={filed} />
              <OrderActions
                actions={{ assign, start, deliver, cancel, takeBack }}
                code={order.orderCode}
                status={order.status}
                hasCourier={order.courierId !== null}
                isGoingBack={order.returnState === "on_the_way"}
                free={free.map(({ id, name, transportType, onShiftSince }) => ({
                  id,
                  name,
                  transport: transportType,
                  isOnShift: onShiftSince !== null,
                  isTooSmall: !canCarry(transportType, sizes),
                }))}
              />
            </section>
            <History filed={filed} />
          </div>
          <div className="space-y-5">
            <Facts filed={filed} charges={charges} rubles={rubles} />
            <Stops filed={filed} states={stops} account={account} now={now} />
          </div>
        </div>
      </div>
    </PageFrame>
  );
}

async function CourierLines({ filed: { order, acceptedAt } }: { filed: FiledOrder }) {
  const t = await getTranslations("ops");
  if (order.driver === null) {
    const isOver = order.status === "delivered" || order.status === "cancelled";
    return <p className="text-sm text-soft">{t(isOver ? "order.had_no_courier" : "order.no_courier")}</p>;
  }
  const ui = await getTranslations("ui");
  const { name, phone, transport } = order.driver;
  const vehicle = [transport.color, transport.make, transport.model, transport.number].filter(Boolean);
  return (
    <div className="text-sm">
      <p className="font-medium">{name}</p>
      <p>
        <a href={`tel:${phone}`} className={LINK}>
          {phone}
        </a>
      </p>
      <p className="text-soft">
        {[transport.type === null ? "" : ui(`transport.${transport.type}`), vehicle.join(" ")]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {order.status === "assigned" && (
        <p className="text-soft">{t(acceptedAt === null ? "order.not_accepted" : "order.accepted")}</p>
      )}
      {order.position !== null && (
        <p className="text-soft">
          {t("order.position")} <Moment at={order.position.receivedAt.toISOString()} />
        </p>
      )}
    </div>
  );
}

async function History({ filed: { history, cancelReason, cancelComment } }: { filed: FiledOrder }) {
  const t = await getTranslations("ops");
  const ui = await getTranslations("ui");
  const reasons = await getTranslations("order.reasons");
  const inWords = (reason: string | null) =>
    reason !== null && isWordedReason(reason) ? reasons(reason) : reason;
  return (
    <section aria-labelledby="history" className={`${CARD} p-5`}>
      <h2 id="history" className="mb-3 type-heading">
        {t("order.history")}
      </h2>
      <ol className="space-y-3 border-l-2 border-line pl-4 text-sm">
        {history.map(({ status, changedAt, actorType, actorName }) => (
          <li key={status}>
            <p className="font-medium">{ui(`status.${status}`)}</p>
            <p className="text-xs break-words text-soft">
              <Moment at={changedAt.toISOString()} seconds />
              <br />
              {ui(`actor.${actorType}`)}
              {actorName === null ? "" : `: ${actorName}`}
            </p>
            {status === "cancelled" && (
              <p className="mt-1 break-words">
                {t("order.reason")} {inWords(cancelReason)}
                {cancelComment === null ? "" : `. ${cancelComment}`}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Formats amounts for the reader. */
async function rublesIn(): Promise<(amount: Kopecks) => string> {
  const format = await getFormatter();
  const look = {
    style: "currency",
    currency: "RUB",
    currencyDisplay: "narrowSymbol",
    trailingZeroDisplay: "stripIfInteger",
  } as const;
  return (amount) => format.number(toRubles(amount), look);
}

async function Facts({
  filed: { order, details },
  charges,
  rubles,
}: {
  filed: FiledOrder;
  charges: readonly Charge[];
  rubles: (amount: Kopecks) => string;
}) {
  const t = await getTranslations("ops.order");
  const total = charges.reduce((sum, { amount }) => sum + amount, order.price ?? 0);
  const facts = [
    [t("created"), <Moment key="created" at={order.createdAt.toISOString()} />],
    [
      t("delivery_time"),
      details.deliveryTime === null ? (
        t("as_soon_as_possible")
      ) : (
        <Moment key="delivery" at={details.deliveryTime.toISOString()} />
      ),
    ],
    [t("price"), order.price === null ? "—" : rubles(order.price)],
    ...(charges.length === 0
      ? []
      : ([
          [t("charges"), <Charges key="charges" charges={charges} rubles={rubles} />],
          [t("total"), rubles(kopecks(total))],
        ] as const)),
    [t("cargo_size"), details.cargoSize],
    [t("payment"), t(`payment_${details.paymentType}`)],
    ...(details.comment === null ? [] : [[t("comment"), details.comment] as const]),
  ] as const;
  return (
    <section aria-label={t("facts")} className={`${CARD} p-5`}>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt className="text-xs text-soft">{term}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {order.price !== null && (
        <div className="mt-4">
          <AdjustCharge code={order.orderCode} adjust={adjust} />
        </div>
      )}
    </section>
  );
}

async function Charges({
  charges,
  rubles,
}: {
  charges: readonly Charge[];
  rubles: (amount: Kopecks) => string;
}) {
  const t = await getTranslations("ops.order.charge_types");
  return (
    <ul>
      {charges.map(({ type, amount, at, why }) => (
        <li key={`${type} ${at.toISOString()}`}>
          {t(type)}: {rubles(amount)}
          {/* Other charges are explained in English only, for clients of the API. */}
          {type === "adjustment" && <span className="block text-soft">{why}</span>}
        </li>
      ))}
    </ul>
  );
}

async function Stops({
  filed: { order, details, progress },
  states,
  account,
  now,
}: {
  filed: FiledOrder;
  states: readonly StopState[];
  account: ProofDefaults;
  now: number;
}) {
  const t = await getTranslations("ops.order");
  const tRoom = await getTranslations("stop.rooms");
  const stops = [details.pickup, ...details.dropoffs];
  const isCarried =
    order.courierId !== null && (order.status === "assigned" || order.status === "in_progress");
  return (
    <section aria-labelledby="stops" className={`${CARD} p-5`}>
      <h2 id="stops" className="mb-3 type-heading">
        {t("stops")}
      </h2>
      <ol className="space-y-4">
        {stops.map(({ address, contact, proof }, index) => {
          const state = states[index];
          const attempts = progress.dropoffs[index - 1]?.attempts ?? 0;
          const needsCode =
            isCarried &&
            effectiveProof(proof, account).code &&
            state?.outcome === "pending" &&
            state.proof?.code == null;
          const rooms = (["entrance", "floor", "apartment", "intercom"] as const)
            .filter((name) => address[name] !== null)
            .map((name) => tRoom(name, { value: String(address[name]) }));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stop is identified by its place in the order.
            <li key={index} className="flex gap-3 text-sm">
              <span
                aria-hidden="true"
                className={`mt-0.5 flex size-6 shrink-0 items-center justify-center text-xs font-semibold ${
                  index === 0 ? "rounded-md bg-ink text-surface" : "rounded-full border border-soft"
                }`}
              >
                {index === 0 ? "A" : index}
              </span>
              <div className="min-w-0">
                <p className="text-xs text-soft">
                  {index === 0 ? t("pickup") : t("dropoff", { number: index })}
                </p>
                <p className="break-words">
                  {address.area}, {address.street}, {address.building}
                </p>
                {rooms.length > 0 && <p className="text-soft">{rooms.join(" · ")}</p>}
                {address.instructions !== null && (
                  <p className="break-words text-soft">{address.instructions}</p>
                )}
                <p className="break-words">
                  {contact.name === null ? "" : `${contact.name}, `}
                  <a href={`tel:${contact.value}`} className={LINK}>
                    {contact.value}
                  </a>
                </p>
                {state !== undefined && (
                  <StopOutcome outcome={outcomeOf(state, { isCarried, attempts })} now={now} />
                )}
                {needsCode && (
                  <div className="mt-2">
                    <OverrideCode code={order.orderCode} position={index} override={override} />
                  </div>
                )}
              </div>
            </li>
          );
        })}
        {order.returnState !== null && (
          <Return state={states[stops.length]} isStarted={order.returnState !== "pending"} now={now} />
        )}
      </ol>
    </section>
  );
}

/** @param attempts tries that have failed */
function outcomeOf(
  { kind, outcome, place, arrivedAt, completedAt, failure, proof }: StopState,
  { isCarried, attempts }: { isCarried: boolean; attempts: number },
): ShownOutcome {
  const { clock, fileSecret } = runtime();
  const isPending = outcome === "pending";
  const addressOf = (id: string) => fileUrl({ publicUrl: "", fileSecret }, id, clock.now());
  const signature = proof?.files.find((file) => file.kind === "signature");
  return {
    isPickup: kind === "pickup",
    arrivedAt: isCarried ? (arrivedAt?.toISOString() ?? null) : null,
    doneAt: outcome === "done" ? (completedAt?.toISOString() ?? null) : null,
    isTriedAgain: isCarried && isPending && attempts > 0,
    failure: failure && { ...failure, at: failure.at.toISOString() },
    proof: proof && {
      photos: proof.files.filter((file) => file.kind === "photo").map(({ id }) => addressOf(id)),
      signature: signature === undefined ? null : addressOf(signature.id),
      code: proof.code,
      signerName: proof.signerName,
      distanceMeters: proof.location === null ? null : Math.round(greatCircleMeters(proof.location, place)),
    },
  };
}

/** The way back of goods that were not handed over. */
async function Return({
  state,
  isStarted,
  now,
}: {
  state: StopState | undefined;
  isStarted: boolean;
  now: number;
}) {
  const t = await getTranslations("ops.order");
  if (state === undefined) return null;
  const { arrivedAt, completedAt } = state;
  return (
    <li className="flex gap-3 text-sm">
      <span
        aria-hidden="true"
        className="mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-md border border-soft text-xs font-semibold"
      >
        A
      </span>
      <div className="min-w-0">
        <p className="text-xs text-soft">{t("return")}</p>
        {completedAt !== null ? (
          <p className="text-delivered">
            {t("returned")} <Moment at={completedAt.toISOString()} />
          </p>
        ) : arrivedAt !== null ? (
          <p className="font-medium text-late">
            {t("return_at_pickup")} <Age at={arrivedAt.toISOString()} now={now} />
          </p>
        ) : (
          <p className="text-late">{t(isStarted ? "return_on_the_way" : "return_pending")}</p>
        )}
      </div>
    </li>
  );
}
