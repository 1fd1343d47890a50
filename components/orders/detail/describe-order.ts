import type {
  DropoffState,
  FailureState,
  OrderPageView,
  ProofState,
  RecipientFeedbackView,
  ReturnView,
  SimulationState,
  StopState,
} from "@/components/orders/detail/order-state";
import type { RequestLogItem } from "@/lib/api/request-log/search-requests";
import { toOrderPlan } from "@/lib/dispatch/order-plan";
import type { PlannedOrder } from "@/lib/dispatch/planned-order";
import type { CancellationTerms } from "@/lib/orders/cancellation-terms";
import type { DeliveryRecord, UnverifiedCode } from "@/lib/orders/detail/find-delivery-record";
import { previewCancellation } from "@/lib/orders/detail/preview-cancellation";
import { dueAt } from "@/lib/orders/due-at";
import type { EventResource } from "@/lib/orders/event";
import { effectivePayment, effectiveProof, isAllowed, type Pickup } from "@/lib/orders/order";
import { codeToken, proofCode } from "@/lib/orders/proof-code";
import { type OrderResponse, type RenderContext, toOrderResource } from "@/lib/orders/resource";
import { DROPOFF_FIELDS, fieldNames, PROOF_FIELDS, visibleFields } from "@/lib/orders/stop-fields";
import type { StopFailure, StopState as StopOutcome } from "@/lib/orders/stop-state";
import { trackingUrl } from "@/lib/orders/tracking-token";
import { kopecks, toRubles } from "@/lib/pricing/money";
import { routeLegs } from "@/lib/routing/driven-legs";
import { greatCircleMeters } from "@/lib/routing/geo";
import { encodePolyline } from "@/lib/routing/polyline";
import { USUAL_SPEED } from "@/lib/sandbox/scenario";
import type { SimulationSettings } from "@/lib/sandbox/simulation-settings";
import type { ArrivalWindow } from "@/lib/tracking/arrivals/arrival-window";
import type { MessageItem } from "@/lib/tracking/messages/list-messages";
import type { WebhookDeliveryItem } from "@/lib/webhooks/list-deliveries";

interface RelatedData {
  readonly arrivals: readonly (ArrivalWindow | null)[] | null;
  readonly plan: PlannedOrder | null;
  readonly messages: readonly MessageItem[];
  readonly webhooks: { readonly deliveries: readonly WebhookDeliveryItem[]; readonly isCut: boolean };
  readonly calls: readonly RequestLogItem[];
  /** Null in live mode. */
  readonly conduct: SimulationSettings | null;
  readonly terms: CancellationTerms;
}

/** Two states are equal exactly when the page looks the same. */
export function describeOrder(
  whole: DeliveryRecord,
  { arrivals, plan, messages, webhooks, calls, conduct, terms }: RelatedData,
  viewpoint: RenderContext,
): OrderPageView {
  const { order } = whole;
  const { details, trip, progress, scope } = order;
  const resource = toOrderResource(order, viewpoint);
  const lines = buildRouteLines(whole);
  const isSingle = order.dropoffTokens.length === 1;
  return {
    code: order.orderCode,
    externalOrderId: order.externalOrderId,
    mode: scope.mode,
    status: order.status,
    isOver:
      (order.status === "delivered" || order.status === "cancelled") && order.returnState !== "on_the_way",
    createdAt: order.createdAt.toISOString(),
    deliveredAt: iso(order.deliveredAt),
    deliveryTime: iso(details.deliveryTime),
    deliveryWindow: resource.delivery_window,
    readyAt: iso(details.readyAt),
    dispatchAt: order.dispatchAt.toISOString(),
    dueAt: dueAt({
      ...order,
      ...details,
      windowTo: order.deliveryWindow?.to ?? null,
      durationSeconds: trip.durationSeconds,
    }).toISOString(),
    promisedUntil: iso(findPromise(whole)),
    comment: details.comment,
    metadata: details.metadata,
    routingMode: details.routingMode,
    price: resource.price,
    charges: order.charges.map(({ type, amount, at, why }) => {
      return { type, amount: toRubles(amount), at: at.toISOString(), why };
    }),
    total: resource.total,
    returnPrice: toRubles(order.returnPrice),
    unansweredAction: whole.settings.unansweredAction,
    wayBack: toReturnTrip(whole, resource),
    isQuoted: order.quoteId !== null,
    distanceMeters: trip.distanceMeters,
    durationSeconds: trip.durationSeconds,
    driver: resource.driver,
    plan: plan && toOrderPlan(plan),
    acceptedAt: iso(progress.acceptedAt),
    isRouteShared: order.isRouteShared,
    position: resource.driver_location ?? resource.return?.driver_location ?? null,
    stops: [details.pickup, ...details.dropoffs].map((stop, index) => {
      const leg = index - 1;
      const dropoff =
        index === 0 ? null : toDropoffState(whole, leg, lines[leg] ?? "", arrivals?.[leg] ?? null);
      return toStopState(whole, index, stop, dropoff);
    }),
    cancellation: whole.cancellation,
    erasedAt: iso(whole.erasedAt),
    timeline: whole.timeline.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    isTimelineCut: whole.isTimelineCut,
    links: [order.trackingToken, ...order.dropoffTokens].flatMap((token, index) => {
      const dropoff = index === 0 ? null : index;
      return token === null ? [] : [{ dropoff, url: trackingUrl(viewpoint.publicUrl, token), token }];
    }),
    messages,
    webhooks: webhooks.deliveries.map(({ id, eventType, sequence, ...delivery }) => ({
      ...delivery,
      id: String(id),
      event: { type: eventType, sequence },
    })),
    areWebhooksCut: webhooks.isCut,
    simulation: conduct && toSimulationState(conduct),
    calls: calls.map(({ id, method, path, status, requestedAt }) => {
      return { id: String(id), method, path, status, at: requestedAt.toISOString() };
    }),
    lacksLinks: order.trackingToken === null || (!isSingle && order.dropoffTokens.includes(null)),
    resource,
    cancellationFee: terms.isAllowed ? { amount: toRubles(terms.fee), reason: terms.code } : null,
    cancelEvent: isAllowed("cancel", order.status)
      ? buildCancelEvent(whole, terms, viewpoint.publicUrl)
      : null,
  };
}

/** The promise that the page compares with what happened. */
const findPromise = ({ order }: DeliveryRecord): Date | null => order.promisedUntil;

function iso(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}

function toStopState(
  whole: DeliveryRecord,
  index: number,
  { address, contact, proof }: Pickup,
  dropoff: DropoffState | null,
): StopState {
  const { order, unverifiedCodes, settings, recipientFeedback } = whole;
  const { progress, stops } = order;
  const stop = stops[index];
  const untold = unverifiedCodes.find(({ position }) => position === index) ?? null;
  const requested = effectiveProof(proof, settings);
  const token = index === 0 && requested.code ? codeToken(0, order) : null;
  return {
    address,
    contact,
    asked: fieldNames(PROOF_FIELDS).filter((kind) => requested[kind]),
    code: token === null ? null : proofCode(token),
    isCodeBlocked: requested.code && untold !== null && !untold.isOverridden,
    arrivedAt: iso(stop?.arrivedAt ?? null),
    completedAt: iso(stop?.completedAt ?? null),
    attempts: progress.dropoffs[index - 1]?.attempts ?? 0,
    failure: toFailureState(stop?.failure ?? null),
    proof: toProofState(stop, untold),
    said: toRecipientNote(recipientFeedback.find(({ position }) => position === index)),
    dropoff,
  };
}

function toFailureState(failure: StopFailure | null): FailureState | null {
  if (failure === null) return null;
  const { code: reason, comment, at, calls, resolution, answerUntil } = failure;
  return { reason, comment, at: at.toISOString(), calls, resolution, answerUntil: iso(answerUntil) };
}

function toProofState(stop: StopOutcome | undefined, untold: UnverifiedCode | null): ProofState | null {
  if (stop === undefined || stop.proof === null) return null;
  const { files, code, signerName, location } = stop.proof;
  return {
    photos: files.filter(({ kind }) => kind === "photo").map(({ id }) => id),
    signature: files.find(({ kind }) => kind === "signature")?.id ?? null,
    signerName,
    code,
    overrideReason: code === "overridden" ? (untold?.reason ?? null) : null,
    distanceMeters: location === null ? null : Math.round(greatCircleMeters(stop.place, location)),
  };
}

function toRecipientNote(
  words: DeliveryRecord["recipientFeedback"][number] | undefined,
): RecipientFeedbackView | null {
  if (words === undefined) return null;
  const { note, noteAt, request, requestAt, feedback, feedbackAt } = words;
  const isNoted = note !== null && noteAt !== null;
  return {
    note: isNoted ? { text: note, at: noteAt.toISOString(), isSeen: words.isNoteSeen } : null,
    messages: words.messages,
    request: request &&
      requestAt && { value: request, at: requestAt.toISOString(), isDecided: words.isDecided },
    feedback: feedback &&
      feedbackAt && {
        value: feedback,
        text: words.feedbackText,
        at: feedbackAt.toISOString(),
        isSettled: words.isSettled,
      },
  };
}

function toReturnTrip({ order }: DeliveryRecord, resource: OrderResponse): ReturnView | null {
  if (resource.return === null) return null;
  const { state, eta } = resource.return;
  const returned = order.stops.find(({ kind }) => kind === "return")?.completedAt ?? null;
  return { state, eta, returnedAt: iso(returned) };
}

function buildRouteLines({ order: { details, trip, route } }: DeliveryRecord): string[] {
  const { pickup, dropoffs, routingMode } = details;
  const routed = dropoffs.map(({ address: { latitude, longitude } }, index) => ({
    latitude,
    longitude,
    geometry: trip.legs[index]?.geometry ?? null,
    durationSeconds: trip.legs[index]?.durationSeconds ?? null,
  }));
  return routeLegs(pickup.address, routed, routingMode, route).map(({ path }) => encodePolyline(path));
}

function toDropoffState(
  { order: { details, trip }, surcharges }: DeliveryRecord,
  index: number,
  line: string,
  arrival: ArrivalWindow | null,
): DropoffState {
  const [dropoff, leg, surcharge] = [details.dropoffs[index], trip.legs[index], surcharges[index]];
  if (dropoff === undefined || leg === undefined || surcharge === undefined) {
    throw new Error(`Dropoff ${index} has no leg or surcharge.`);
  }
  const { type, amount } = effectivePayment(details, index);
  return {
    ...visibleFields(DROPOFF_FIELDS, "shop", dropoff),
    metadata: dropoff.metadata,
    buyout: amount === null ? null : { type, rubles: toRubles(amount) },
    leg: {
      distanceMeters: leg.distanceMeters,
      durationSeconds: leg.durationSeconds,
      cargoSize: leg.cargoSize,
      price: toRubles(leg.price),
      surcharge: toRubles(surcharge),
      line,
    },
    arrival: arrival && { from: arrival.from.toISOString(), to: arrival.to.toISOString() },
  };
}

function toSimulationState(settings: SimulationSettings): SimulationState {
  const { scenario, speed, isManual, isSilent, heldUntil } = settings;
  return { scenario, speed: speed ?? USUAL_SPEED, isManual, isSilent, heldUntil: iso(heldUntil) };
}

function buildCancelEvent(
  { order }: DeliveryRecord,
  { fee }: CancellationTerms,
  publicUrl: string,
): EventResource {
  // A fixed time keeps equal states equal. The page inserts the current time.
  const viewpoint = { now: order.createdAt, publicUrl };
  const charged = { ...order, chargesTotal: kopecks(order.chargesTotal + fee) };
  const { body } = previewCancellation(charged, { reason: "", comment: null }, viewpoint);
  // composeEvent serializes an EventResource.
  return JSON.parse(body) as EventResource;
}
