import type { Account } from "@/lib/db/generated/client";
import * as enums from "@/lib/db/generated/enums";
import type { Locale } from "@/lib/locale/locale";
import { type DeliveryWindow, type DeliveryWindows, findFirstWindow } from "@/lib/orders/delivery-window";
import type { Metadata } from "@/lib/orders/metadata";
import type {
  ADDRESS_FIELDS,
  CONTACT_FIELDS,
  DROPOFF_FIELDS,
  FieldValues,
  PaymentType,
  PROOF_FIELDS,
} from "@/lib/orders/stop-fields";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import type { Kopecks } from "@/lib/pricing/money";
import type { RoutingMode, Trip } from "@/lib/routing/trip";

export const ORDER_STATUSES = Object.values(enums.OrderStatus);
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const DEFAULT_PAYMENT_TYPE: PaymentType = "cash";

/** `direct`: never delivered together with other orders. */
export const DELIVERY_MODES = Object.values(enums.DeliveryMode);
export type DeliveryMode = (typeof DELIVERY_MODES)[number];

export const DEFAULT_DELIVERY_MODE: DeliveryMode = "shared";

/** Maximum characters (spec, Limits). */
export const TEXT_LIMITS = { external_order_id: 128, comment: 2000 } as const;

/** From and to statuses of each transition (spec, States and transitions). */
export const TRANSITIONS = {
  assign: { from: ["new"], to: "assigned" },
  start: { from: ["assigned"], to: "in_progress" },
  deliver: { from: ["in_progress"], to: "delivered" },
  cancel: { from: ["new", "assigned", "in_progress"], to: "cancelled" },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus }>;

export type Transition = keyof typeof TRANSITIONS;

export function isAllowed(transition: Transition, from: OrderStatus): boolean {
  return (TRANSITIONS[transition].from as readonly OrderStatus[]).includes(from);
}

/** Statuses that allow PUT and PATCH (spec, States and transitions). */
export const EDITABLE_STATUSES = ["new", "assigned"] as const satisfies readonly OrderStatus[];

export function isEditable(status: OrderStatus): boolean {
  return (EDITABLE_STATUSES as readonly OrderStatus[]).includes(status);
}

export type Address = FieldValues<typeof ADDRESS_FIELDS>;
export type Contact = FieldValues<typeof CONTACT_FIELDS>;
export type ProofRequest = FieldValues<typeof PROOF_FIELDS>;

/** A null value takes the account's default. */
export const DEFAULT_PROOF: ProofRequest = { photo: null, code: null, signature: null };

export type ProofDefaults = Readonly<Pick<Account, "proofPhoto" | "proofCode" | "proofSignature">>;

export function effectiveProof(
  proof: ProofRequest,
  { proofPhoto, proofCode, proofSignature }: ProofDefaults,
): Readonly<Record<keyof ProofRequest, boolean>> {
  return {
    photo: proof.photo ?? proofPhoto,
    code: proof.code ?? proofCode,
    signature: proof.signature ?? proofSignature,
  };
}

/** `ask`: the shop or an operator decides after the failure. */
export const UNDELIVERABLE_ACTIONS = Object.values(enums.UndeliverableAction);
export type UndeliverableAction = (typeof UNDELIVERABLE_ACTIONS)[number];

export const DEFAULT_UNDELIVERABLE: UndeliverableAction = "ask";

export const UNDELIVERABLE_RESOLUTIONS = ["retry", "return", "leave"] as const;
export type UndeliverableResolution = (typeof UNDELIVERABLE_RESOLUTIONS)[number];

export const RECIPIENT_REQUESTS = Object.values(enums.RecipientRequest);
export type RecipientRequest = (typeof RECIPIENT_REQUESTS)[number];

export const FAILURE_CODES = Object.values(enums.FailureCode);
export type FailureCode = (typeof FAILURE_CODES)[number];

/** The recipient's code was correct, or an operator overrode it. */
export const CODE_CHECKS = Object.values(enums.CodeCheck);
export type CodeCheck = (typeof CODE_CHECKS)[number];

/** `pending`: other stops come first; `on_the_way`: the courier is returning the goods. */
export const RETURN_STATES = Object.values(enums.ReturnState);
export type ReturnState = (typeof RETURN_STATES)[number];

export interface Stop {
  readonly address: Address;
  readonly contact: Contact;
}

export interface Pickup extends Stop {
  readonly proof: ProofRequest;
}

/** Null takes the order's value; an amount of 0 is no buyout. */
export interface Dropoff extends Pickup, FieldValues<typeof DROPOFF_FIELDS> {
  /** Null for as soon as possible, or at the order's `deliveryTime`. */
  readonly deliveryWindow: DeliveryWindow | null;
  readonly metadata: Metadata;
}

/** All client-given details: the body of create and PUT. */
export interface OrderRequest {
  readonly pickup: Pickup;
  readonly dropoffs: readonly Dropoff[];
  readonly cargoSize: CargoSize;
  readonly routingMode: RoutingMode;
  readonly paymentType: PaymentType;
  readonly paymentAmount: Kopecks | null;
  readonly deliveryTime: Date | null;
  /** From when the goods can be collected; null for at once. */
  readonly readyAt: Date | null;
  readonly deliveryMode: DeliveryMode;
  readonly comment: string | null;
  readonly ifUndeliverable: UndeliverableAction;
  readonly metadata: Metadata;
  /** Whether recipients get messages, and their language; null takes the account's default. */
  readonly notify: boolean | null;
  readonly locale: Locale | null;
}

export function effectiveCargoSize(details: OrderRequest, dropoff: Dropoff): CargoSize {
  return dropoff.cargoSize ?? details.cargoSize;
}

/** Returns the buyout; null without one. The order's payment applies to the first dropoff (spec, ORD-7, ORD-8). */
export function effectivePayment(
  details: OrderRequest,
  index: number,
): { type: PaymentType; amount: Kopecks | null } {
  const dropoff = details.dropoffs[index];
  const isFirst = index === 0;
  const amount = dropoff?.paymentAmount ?? (isFirst ? details.paymentAmount : null);
  return {
    type: dropoff?.paymentType ?? (isFirst ? details.paymentType : DEFAULT_PAYMENT_TYPE),
    amount: amount === 0 ? null : amount,
  };
}

export function toTrip(details: OrderRequest): Trip & { cargoSizes: CargoSize[] } {
  return {
    pickup: toPoint(details.pickup.address),
    dropoffs: details.dropoffs.map((dropoff) => toPoint(dropoff.address)),
    routingMode: details.routingMode,
    cargoSizes: details.dropoffs.map((dropoff) => effectiveCargoSize(details, dropoff)),
  };
}

function toPoint(address: Address): { latitude: number; longitude: number } {
  return { latitude: address.latitude, longitude: address.longitude };
}

export const listWindows = ({ dropoffs }: Pick<OrderRequest, "dropoffs">): DeliveryWindows =>
  dropoffs.map(({ deliveryWindow }) => deliveryWindow);

/** Finds the window of an order that ends first, which the order's row repeats. */
export const findOrderWindow = (details: Pick<OrderRequest, "dropoffs">): DeliveryWindow | null =>
  findFirstWindow(listWindows(details));

/** Undefined times are unknown. */
interface OrderTimes {
  readonly deliveryTime: Date | null | undefined;
  readonly readyAt: Date | null | undefined;
  readonly windows: readonly (DeliveryWindow | null | undefined)[];
}

export const toOrderTimes = ({ deliveryTime, readyAt, ...details }: OrderRequest): OrderTimes => ({
  deliveryTime,
  readyAt,
  windows: listWindows(details),
});

/** The time of a pickup for opening hours and traffic, before a courier is known. */
export function expectPickup({ deliveryTime, readyAt, windows }: OrderTimes, now: Date): Date {
  if (deliveryTime != null) return deliveryTime;
  const opensAt = findFirstWindow(windows)?.from ?? now;
  return new Date(Math.max(now.getTime(), opensAt.getTime(), readyAt?.getTime() ?? 0));
}

export function isPickupMoved(before: OrderRequest, after: OrderRequest): boolean {
  const [a, b] = [before.pickup.address, after.pickup.address];
  return a.latitude !== b.latitude || a.longitude !== b.longitude;
}
