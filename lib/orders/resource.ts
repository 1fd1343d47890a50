import * as z from "zod";
import type { KnownPosition } from "@/lib/couriers/fix";
import { POSITION_FRESHNESS_MS } from "@/lib/couriers/freshness";
import { CANCELLATION_CODES, type CancellationTerms } from "@/lib/orders/cancellation-terms";
import { CHARGE_TYPES, type Charge, computeTotal } from "@/lib/orders/charge";
import { type DeliveryWindow, toWindowText } from "@/lib/orders/delivery-window";
import { HELD_REASONS, type HeldReason } from "@/lib/orders/held-order";
import { type Metadata, storedMetadata } from "@/lib/orders/metadata";
import {
  CODE_CHECKS,
  DELIVERY_MODES,
  type DeliveryMode,
  FAILURE_CODES,
  ORDER_STATUSES,
  type OrderStatus,
  RECIPIENT_REQUESTS,
  RETURN_STATES,
  type ReturnState,
} from "@/lib/orders/order";
import { STOP_KINDS, STOP_OUTCOMES, type StopState } from "@/lib/orders/stop-state";
import { trackingUrl } from "@/lib/orders/tracking-token";
import { type Kopecks, kopecks, toRubles } from "@/lib/pricing/money";
import type { PricedTrip } from "@/lib/pricing/price-trip";
import { greatCircleMeters } from "@/lib/routing/geo";
import { ROUTING_SOURCES, type RoutingSource } from "@/lib/routing/router";

const timestamp = z.iso.datetime();

const deliveryWindow = z.object({ from: timestamp, to: timestamp }).meta({ id: "ChosenWindow" });

const driver = z
  .object({
    name: z.string(),
    phone: z.string(),
    transport: z
      .object({
        type: z.string(),
        make: z.string(),
        model: z.string(),
        color: z.string(),
        number: z.string(),
      })
      .partial(),
  })
  .meta({ id: "Driver" });

const driverLocation = z
  .object({
    latitude: z.number(),
    longitude: z.number(),
    heading: z.number().meta({
      description: "Degrees clockwise from true north, 0 to 360.",
      russian: "Градусы по часовой стрелке от севера, от 0 до 360.",
    }),
    updated_at: timestamp,
  })
  .meta({ id: "DriverLocation" });

const statusChange = z
  .object({ status: z.enum(ORDER_STATUSES), changed_at: timestamp })
  .meta({ id: "StatusChange" });

const orderReturn = z
  .object({
    state: z.enum(RETURN_STATES).meta({
      description:
        "`pending` while other stops or questions come first, `on_the_way` while the courier brings the goods back, then `returned`.",
      russian:
        "`pending`, пока впереди другие точки или вопросы; `on_the_way`, пока курьер везёт товар обратно; потом `returned`.",
    }),
    price: z.number().meta({
      description: "RUB; the price of the return trip, charged when it begins.",
      russian: "Цена обратного пути в рублях; начисляется, когда он начался.",
    }),
    eta: timestamp.nullable().meta({
      description: "When the courier may be back; only while on_the_way.",
      russian: "Когда курьер вернётся; только пока `on_the_way`.",
    }),
    driver_location: driverLocation.nullable().meta({
      description:
        "Only while on_the_way, also of a cancelled order, and only a position received less than 30 minutes ago.",
      russian:
        "Только пока `on_the_way`, в том числе у отменённого заказа, и только если место получено меньше 30 минут назад.",
    }),
  })
  .meta({ id: "OrderReturn" });

const failure = z
  .object({
    code: z.enum(FAILURE_CODES),
    comment: z.string().nullable(),
    at: timestamp,
    attempts: z.int().meta({
      description: "Failed attempts, including this one.",
      russian: "Сколько попыток не удалось вместе с этой.",
    }),
    calls: z.int().meta({
      description: "How often the courier has called the recipient from the app.",
      russian: "Сколько раз курьер звонил получателю из приложения.",
    }),
    resolution: z.enum(["open", "return", "leave"]).meta({
      description: "What happens to the goods; `open` while the question has no answer.",
      russian: "Что будет с товаром; `open`, пока вопрос ждёт ответа.",
    }),
    answer_until: timestamp.nullable().meta({
      description: "Time until which POST …/undeliverable accepts an answer; null once answered.",
      russian: "До какого времени можно ответить через `POST …/undeliverable`; null, когда ответ уже есть.",
    }),
  })
  .meta({ id: "StopFailure" });

const proof = z
  .object({
    photo_urls: z.array(z.string()).nullable().meta({
      description: "URLs of the photos, valid for five minutes. Null in events: read the order for them.",
      russian: "Адреса, по которым пять минут открываются фото. В событиях null: читайте их в заказе.",
    }),
    signature_url: z
      .string()
      .nullable()
      .meta({ description: "The same for the signature.", russian: "То же для подписи." }),
    code: z.enum(CODE_CHECKS).nullable().meta({
      description: "`overridden`: an operator has let the courier go on without the recipient's code.",
      russian: "`overridden`: оператор разрешил вручить без кода получателя.",
    }),
    signer_name: z.string().nullable(),
    location: z.object({ latitude: z.number(), longitude: z.number() }).nullable().meta({
      description: "The courier's newest position at that moment.",
      russian: "Где был курьер по последнему известному месту.",
    }),
    distance_m: z.int().nullable().meta({
      description: "Distance from there to the stop, in meters.",
      russian: "Оттуда до точки, в метрах.",
    }),
  })
  .meta({ id: "StopProof" });

export const stopResource = z
  .object({
    index: z.int().meta({
      description:
        "0 is the pickup, n is dropoff n; the return trip to the pickup, if there is one, is the last.",
      russian: "0 — забор, n — точка вручения номер n; последним стоит обратный путь, если он есть.",
    }),
    kind: z.enum(STOP_KINDS),
    outcome: z.enum(STOP_OUTCOMES),
    arrived_at: timestamp.nullable(),
    completed_at: timestamp
      .nullable()
      .meta({ description: "When the goods were handed over.", russian: "Когда товар передали." }),
    failure: failure.nullable().meta({
      description: "Only on a dropoff whose outcome is `failed`.",
      russian: "Только у точки с исходом `failed`.",
    }),
    recipient_decision: z.enum(RECIPIENT_REQUESTS).nullable().meta({
      description:
        "The recipient's decision after a failed attempt, where the account allows it: the courier comes again, leaves the goods at the door, or comes later. Null without a decision.",
      russian:
        "Что решил получатель после неудачной попытки, если аккаунт это разрешает: чтобы курьер приехал ещё раз, оставил заказ у двери или приехал позже. Пусто, пока он ничего не решил.",
    }),
    proof: proof
      .nullable()
      .meta({ description: "Null while there is none.", russian: "null, пока его нет." }),
    metadata: storedMetadata.meta({
      description: "The dropoff's metadata; empty at the pickup.",
      russian: "`metadata` точки; у отправителя пусто.",
    }),
    delivery_window: deliveryWindow.nullable().meta({
      description: "When the recipient expects the delivery; null without a window, and at the pickup.",
      russian: "Когда получатель ждёт доставку; null без интервала и у отправителя.",
    }),
  })
  .meta({ id: "Stop" });

export type StopResource = z.infer<typeof stopResource>;

const charge = z
  .object({
    type: z.enum(CHARGE_TYPES),
    amount: z.number().meta({
      description: "In RUB; only an adjustment may be negative.",
      russian: "В рублях; меньше нуля бывает только поправка.",
    }),
    at: timestamp,
    why: z.string(),
  })
  .meta({ id: "Charge" });

const arrival = z.object({ from: timestamp, to: timestamp }).meta({ id: "ArrivalWindow" });

/** The order of API responses and webhooks (spec, Order response object). */
export const orderResource = z
  .object({
    external_order_id: z
      .string()
      .meta({ description: "The client's identifier.", russian: "Ваш номер заказа." }),
    order_code: z.string().meta({
      description: "Human-readable code assigned by the service.",
      russian: "Короткий код заказа, его даёт сервис.",
    }),
    status: z.enum(ORDER_STATUSES),
    price: z
      .number()
      .nullable()
      .meta({ description: "Delivery price in RUB.", russian: "Цена доставки в рублях." }),
    total: z.number().nullable().meta({
      description: "Amount due in RUB: the price and all charges; for a cancelled order, the charges alone.",
      russian: "Сколько к оплате, в рублях: цена и все начисления; у отменённого заказа только начисления.",
    }),
    routing: z.enum(ROUTING_SOURCES).nullable().meta({
      description:
        "Where the distances behind the price come from: `roads` of a map, or an `estimate` from straight lines. Null for orders made before 2026-11-24.",
      russian:
        "Откуда расстояния, по которым посчитана цена: `roads` — по дорогам на карте, `estimate` — по прямой. Пусто у заказов, созданных до 24.11.2026.",
    }),
    tracking_url: z.string().nullable().meta({
      description:
        "Public tracking page of the whole order, safe to forward to each recipient: of several dropoffs it shows only the `area`. Null if the order has no link; reads never create one.",
      russian:
        "Публичная страница отслеживания всего заказа, её можно отправить каждому получателю: если точек вручения несколько, на ней города без адресов. null, если ссылки ещё нет: чтение её не создаёт.",
    }),
    tracking_urls: z.array(z.string()).nullable().meta({
      description: "One page per dropoff, in their order. Null for a single dropoff or without a link.",
      russian: "По странице на каждую точку вручения, в их порядке. null, если точка одна или ссылки нет.",
    }),
    delivered_at: timestamp
      .nullable()
      .meta({ description: "When the order completed.", russian: "Когда заказ завершён." }),
    driver: driver.nullable().meta({
      description:
        "Null until a courier is assigned, and between two couriers: after the first handed the order back, or an edit freed them, until another one has it.",
      russian:
        "null, пока курьер не назначен, и между двумя курьерами: один вернул заказ или его освободила правка, а другой ещё не взял.",
    }),
    driver_location: driverLocation.nullable().meta({
      description:
        "Only while assigned or in_progress, and only a position received less than 30 minutes ago. Null near a stop of another order.",
      russian:
        "Только пока заказ `assigned` или `in_progress` и только если место получено меньше 30 минут назад. У точки другого заказа null.",
    }),
    return: orderReturn.nullable().meta({
      description: "The return of goods to the pickup; null if nothing is returned.",
      russian: "Путь товара обратно к отправителю; null, если ничего не возвращается.",
    }),
    metadata: storedMetadata.meta({
      description: "Your own keys and texts.",
      russian: "Ваши ключи и тексты.",
    }),
    held_reason: z.enum(HELD_REASONS).nullable().meta({
      description:
        "Why the order is being checked: no courier is assigned before an operator has confirmed it. `unusual_trip`: a leg is very long in a straight line, or a point is at 0, 0; latitude and longitude may be swapped. Null for every other order.",
      russian:
        "Почему заказ проверяется: курьера не назначат, пока заказ не подтвердит оператор. `unusual_trip`: отрезок очень длинный по прямой, или у точки координаты 0, 0; возможно, перепутаны широта и долгота. У остальных заказов null.",
    }),
    ready_at: timestamp.nullable().meta({
      description: "From when the goods can be collected; null if at once.",
      russian: "С какого времени заказ можно забрать; null, если сразу.",
    }),
    delivery_mode: z.enum(DELIVERY_MODES).meta({
      description: "`direct`: the courier delivers no other order at the same time.",
      russian: "`direct`: курьер не везёт в это время других заказов.",
    }),
    delivery_window: deliveryWindow.nullable().meta({
      description:
        "When recipients expect the delivery; null without a window. Of several windows, the one that ends first: `stops` has each.",
      russian:
        "Когда получатели ждут доставку; null без интервала. Если интервалов несколько, тот, что кончается раньше: каждый есть в `stops`.",
    }),
    stops_before: z.array(z.int().nullable()).nullable().meta({
      description:
        "How many stops of other orders the courier makes before each dropoff, in their order; null for one that has been handed over or has failed. Only when orders are read or listed, and only while a courier has accepted the order. Null in events: read the order for it.",
      russian:
        "Сколько остановок по другим заказам сделает курьер перед каждой точкой, в их порядке; null для точки, где уже вручено или не удалось вручить. Только когда заказы читают по одному или списком и пока заказ у курьера, который его взял. В событиях null: читайте в заказе.",
    }),
  })
  .meta({ id: "Order" });

/** A single order's response: with its history and estimated arrival. */
export const orderWithHistoryResource = orderResource
  .extend({
    stops: z
      .array(stopResource)
      .meta({ description: "In the order of the trip.", russian: "В порядке поездки." }),
    charges: z.array(charge).meta({
      description: "Charges in addition to the price, oldest first.",
      russian: "Что начислено сверх цены, по порядку.",
    }),
    status_changes: z
      .array(statusChange)
      .meta({ description: "Oldest first; the first is `new`.", russian: "По порядку; первый `new`." }),
    estimated_arrivals: z.array(arrival.nullable()).nullable().meta({
      description:
        "When the courier is expected at each dropoff, in their order, as the tracking pages show it; null for one that has been handed over. A window moves only when the arrival is no longer expected in it or it becomes much narrower. Null unless a courier has accepted the order and was seen within five minutes.",
      russian:
        "Когда ждать курьера на каждой точке, в их порядке, как на страницах отслеживания; null для той, где уже вручено. Интервал меняется, только если курьер в него уже не попадает или время стало известно намного точнее. Целиком null, пока курьер не взял заказ или если его не видно больше пяти минут.",
    }),
    planned_pickup: arrival.nullable().meta({
      description:
        "When a courier is planned to arrive at the pickup; the plan may change until a courier is assigned. Null unless the order waits for a courier and one is planned. Test orders are not planned.",
      russian:
        "Когда курьер по плану приедет на забор; пока курьер не назначен, план может меняться. null, если заказ не ждёт курьера или курьер ещё не запланирован. Тестовые заказы не планируются.",
    }),
  })
  .meta({ id: "OrderWithHistory" });

/** Response of the tracking link operation (spec, LINK-2). */
export const trackingLinkResource = orderResource
  .pick({ external_order_id: true, order_code: true, tracking_url: true, tracking_urls: true })
  .meta({ id: "TrackingLink" });

export type OrderResponse = z.infer<typeof orderResource>;

export interface ResponseSource {
  readonly externalOrderId: string;
  readonly orderCode: string;
  readonly status: OrderStatus;
  readonly price: Kopecks | null;
  readonly chargesTotal: Kopecks;
  readonly trackingToken: string | null;
  /** Indexed by dropoff. */
  readonly dropoffTokens: readonly (string | null)[];
  readonly deliveredAt: Date | null;
  readonly returnState: ReturnState | null;
  readonly returnStartedAt: Date | null;
  /** Price and driving time of the return leg. */
  readonly returnPrice: Kopecks;
  readonly returnDurationSeconds: number | null;
  /** Null for orders older than the column. */
  readonly routing: RoutingSource | null;
  readonly driver: {
    readonly name: string;
    readonly phone: string;
    readonly transport: Readonly<Record<"type" | "make" | "model" | "color" | "number", string | null>>;
  } | null;
  readonly position: Omit<KnownPosition, "recordedAt"> | null;
  /** False on the way to a stop of another order, and near one. */
  readonly isPositionShown: boolean;
  readonly metadata: Metadata;
  readonly heldReason: HeldReason | null;
  readonly readyAt: Date | null;
  readonly deliveryMode: DeliveryMode;
  /** The first of its dropoffs' windows to end; null without any. */
  readonly deliveryWindow: DeliveryWindow | null;
  /** By dropoff. Left out where it would depend on other orders that may be changing. */
  readonly stopsBefore?: readonly (number | null)[] | null;
}

export function visibleTrip({
  wayBack,
  routing,
}: PricedTrip): Pick<ResponseSource, "returnPrice" | "returnDurationSeconds" | "routing"> {
  return {
    routing,
    returnPrice: wayBack?.price ?? kopecks(0),
    returnDurationSeconds: wayBack?.durationSeconds ?? null,
  };
}

/** The instant of the 30-minute rule, and the URL of the pages. */
export interface RenderContext {
  readonly now: Date;
  readonly publicUrl: string;
}

export function toOrderResource(order: ResponseSource, viewpoint: RenderContext): OrderResponse {
  const links = trackingLinks(order, viewpoint.publicUrl);
  const total = computeTotal(order);
  return {
    external_order_id: order.externalOrderId,
    order_code: order.orderCode,
    status: order.status,
    price: order.price === null ? null : toRubles(order.price),
    total: total === null ? null : toRubles(total),
    routing: order.routing,
    tracking_url: links.tracking_url,
    tracking_urls: links.tracking_urls,
    delivered_at: order.deliveredAt?.toISOString() ?? null,
    driver: order.driver && {
      name: order.driver.name,
      phone: order.driver.phone,
      transport: Object.fromEntries(
        Object.entries(order.driver.transport).filter(([, value]) => value !== null),
      ) as Record<string, string>,
    },
    driver_location:
      order.status === "assigned" || order.status === "in_progress"
        ? findLocation(order, viewpoint.now)
        : null,
    return: findReturn(order, viewpoint.now),
    metadata: order.metadata,
    held_reason: order.heldReason,
    ready_at: order.readyAt?.toISOString() ?? null,
    delivery_mode: order.deliveryMode,
    delivery_window: toWindowText(order.deliveryWindow),
    stops_before: order.stopsBefore?.slice() ?? null,
  };
}

function findReturn(order: ResponseSource, now: Date): OrderResponse["return"] {
  const { returnState: state, returnStartedAt: startedAt, returnDurationSeconds: seconds } = order;
  if (state === null) return null;
  const isOnTheWay = state === "on_the_way";
  const backAt = startedAt === null || seconds === null ? null : startedAt.getTime() + seconds * 1000;
  return {
    state,
    price: toRubles(order.returnPrice),
    eta: isOnTheWay && backAt !== null ? new Date(backAt).toISOString() : null,
    driver_location: isOnTheWay ? findLocation(order, now) : null,
  };
}

/** Builds the signed URL of a file, valid for a limited time. */
export type FileAddress = (fileId: string) => string;

/** @param addressOf null where URLs would expire, as in an event */
export function toStopResource(stop: StopState, addressOf: FileAddress | null): StopResource {
  const { failure: failed } = stop;
  return {
    index: stop.index,
    kind: stop.kind,
    outcome: stop.outcome,
    arrived_at: stop.arrivedAt?.toISOString() ?? null,
    completed_at: stop.completedAt?.toISOString() ?? null,
    failure: failed && {
      code: failed.code,
      comment: failed.comment,
      at: failed.at.toISOString(),
      attempts: failed.attempts,
      calls: failed.calls,
      resolution: failed.resolution === "ask" ? "open" : failed.resolution,
      answer_until: failed.answerUntil?.toISOString() ?? null,
    },
    recipient_decision: stop.decision,
    proof: findProof(stop, addressOf),
    metadata: stop.metadata,
    delivery_window: toWindowText(stop.deliveryWindow),
  };
}

function findProof({ place, proof: given }: StopState, addressOf: FileAddress | null): StopResource["proof"] {
  if (given === null) return null;
  const { files, code, signerName, location } = given;
  const signature = files.find(({ kind }) => kind === "signature");
  const photos = files.filter(({ kind }) => kind === "photo");
  return {
    photo_urls: addressOf && photos.map(({ id }) => addressOf(id)),
    signature_url: addressOf && signature !== undefined ? addressOf(signature.id) : null,
    code,
    signer_name: signerName,
    location: location && { latitude: location.latitude, longitude: location.longitude },
    distance_m: location && Math.round(greatCircleMeters(place, location)),
  };
}

export function toChargeResource({ type, amount, at, why }: Charge): z.infer<typeof charge> {
  return { type, amount: toRubles(amount), at: at.toISOString(), why };
}

export function toTrackingLinkResource(
  order: ResponseSource,
  publicUrl: string,
): z.infer<typeof trackingLinkResource> {
  return {
    external_order_id: order.externalOrderId,
    order_code: order.orderCode,
    ...trackingLinks(order, publicUrl),
  };
}

/** Dropoffs have their own links only when there are several. */
function trackingLinks(
  order: ResponseSource,
  publicUrl: string,
): Pick<OrderResponse, "tracking_url" | "tracking_urls"> {
  const tokens = order.dropoffTokens.filter((token) => token !== null);
  const isComplete = tokens.length > 1 && tokens.length === order.dropoffTokens.length;
  return {
    tracking_url: order.trackingToken === null ? null : trackingUrl(publicUrl, order.trackingToken),
    tracking_urls: isComplete ? tokens.map((token) => trackingUrl(publicUrl, token)) : null,
  };
}

function findLocation(
  { position, isPositionShown }: ResponseSource,
  now: Date,
): OrderResponse["driver_location"] {
  if (position === null || !isPositionShown) return null;
  if (now.getTime() - position.receivedAt.getTime() >= POSITION_FRESHNESS_MS) return null;
  return {
    latitude: position.latitude,
    longitude: position.longitude,
    heading: position.heading,
    updated_at: position.receivedAt.toISOString(),
  };
}

export const cancellationResource = z
  .object({
    allowed: z
      .boolean()
      .meta({ description: "False once the order has ended.", russian: "false, когда заказ уже завершён." }),
    fee: z.number().meta({
      description: "RUB; all charges of a cancellation now.",
      russian: "Сколько рублей начислит отмена, если отменить сейчас.",
    }),
    reason: z.enum(CANCELLATION_CODES).meta({
      description:
        "Why it costs that much. `free_until_assigned`: no courier has it. `courier_assigned`, `courier_arrived`: a courier is on the way to the pickup, or there. `goods_return`: the goods are picked up and would go back. `already_cancelled`, `already_delivered`: there is nothing to cancel.",
      russian:
        "Почему столько. `free_until_assigned`: заказ ещё ничей. `courier_assigned`, `courier_arrived`: курьер едет к отправителю или уже у него. `goods_return`: товар забран и поедет обратно. `already_cancelled`, `already_delivered`: отменять нечего.",
    }),
    valid_until: z.iso.datetime().nullable().meta({
      description:
        "The earliest time at which it may change without an event; null if only an event of the order changes it.",
      russian: "Раньше этого времени цена сама не изменится; null, если она зависит только от хода заказа.",
    }),
  })
  .meta({ id: "CancellationTerms" });

export function toCancellationResource(terms: CancellationTerms): z.infer<typeof cancellationResource> {
  return {
    allowed: terms.isAllowed,
    fee: toRubles(terms.fee),
    reason: terms.code,
    valid_until: terms.validUntil?.toISOString() ?? null,
  };
}
