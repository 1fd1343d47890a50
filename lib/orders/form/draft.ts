import type { Locale } from "@/lib/locale/locale";
import { isSameWindow, toWindowText } from "@/lib/orders/delivery-window";
import {
  DEFAULT_UNDELIVERABLE,
  type DeliveryMode,
  listWindows,
  type OrderRequest,
  type Pickup,
  type Stop,
  type UndeliverableAction,
} from "@/lib/orders/order";
import {
  ADDRESS_FIELDS,
  CONTACT_FIELDS,
  DROPOFF_FIELDS,
  type FieldValues,
  isAmount,
  type PaymentType,
  PROOF_FIELDS,
  type StopField,
  type StopFields,
  type Value,
  writeValues,
} from "@/lib/orders/stop-fields";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import { toRubles } from "@/lib/pricing/money";
import { MAX_DROPOFFS, type RoutingMode } from "@/lib/routing/trip";

/** The typed values of the order form, with the API's names and paths. */
export interface OrderDraft {
  readonly external_order_id: string;
  readonly pickup: StopDraft;
  readonly dropoffs: readonly DropoffDraft[];
  readonly cargo_size: CargoSize;
  readonly routing_mode: RoutingMode;
  readonly delivery_mode: DeliveryMode;
  readonly payment_type: PaymentType;
  readonly payment_amount: string;
  /** RFC 3339; a form shows it as local time. */
  readonly delivery_time: string;
  readonly delivery_window: WindowDraft;
  /** As `delivery_time`. */
  readonly ready_at: string;
  readonly comment: string;
  readonly if_undeliverable: UndeliverableAction;
  readonly notify: YesNoChoice;
  readonly locale: Locale | "";
}

/** As `delivery_time`. */
export interface WindowDraft {
  readonly from: string;
  readonly to: string;
}

export const EMPTY_WINDOW: WindowDraft = { from: "", to: "" };

/** As soon as possible. */
export const EMPTY_TIMES = { delivery_time: "", delivery_window: EMPTY_WINDOW, ready_at: "" } as const;

export const YES_NO_CHOICES = ["", "yes", "no"] as const;
export type YesNoChoice = (typeof YES_NO_CHOICES)[number];

/** A selected option, typed text, or an empty string. */
type FormInput<Field extends StopField> = Field extends { readonly options: readonly (infer Option)[] }
  ? Option | (Field extends { readonly default: null } ? "" : never)
  : Field extends { readonly kind: "yes_no" }
    ? Field extends { readonly default: null }
      ? YesNoChoice
      : boolean
    : string;

export type FormValues<Fields extends StopFields> = {
  readonly [Name in keyof Fields]: FormInput<Fields[Name]>;
};

export type AddressDraft = FormValues<typeof ADDRESS_FIELDS>;
export type ContactDraft = FormValues<typeof CONTACT_FIELDS>;
export type ProofDraft = FormValues<typeof PROOF_FIELDS>;

export interface StopDraft {
  /** Identifies the stop when others are added, removed or moved. */
  readonly key: string;
  readonly address: AddressDraft;
  readonly contact: ContactDraft;
  readonly proof: ProofDraft;
  /** The last confirmed address and point; null until both are filled in. */
  readonly settled: { readonly text: string; readonly latitude: number; readonly longitude: number } | null;
}

/** Size defaults to the order's. Payment type defaults to the order's in the first dropoff, else to cash. */
export interface DropoffDraft extends StopDraft, FormValues<typeof DROPOFF_FIELDS> {
  /** Empty for the order's. */
  readonly delivery_window: WindowDraft;
}

export const PICKUP_KEY = "pickup";

function typed(field: StopField, value: Value<StopField>): string | boolean {
  if (value === null) return "";
  if (isAmount(field, value)) return String(toRubles(value));
  if (field.kind !== "yes_no") return String(value);
  if (field.default === null) return value === true ? "yes" : "no";
  return value === true;
}

// A cast, because TypeScript cannot type a record built field by field.
function emptyFields<Fields extends StopFields>(fields: Fields): FormValues<Fields> {
  const empty = Object.entries(fields).map(([name, field]) => [name, typed(field, field.default ?? null)]);
  return Object.fromEntries(empty) as FormValues<Fields>;
}

function draftFields<Fields extends StopFields>(
  fields: Fields,
  values: FieldValues<Fields>,
): FormValues<Fields> {
  return writeValues(fields, values, typed) as FormValues<Fields>;
}

const EMPTY_STOP = {
  address: emptyFields(ADDRESS_FIELDS),
  contact: emptyFields(CONTACT_FIELDS),
  proof: emptyFields(PROOF_FIELDS),
  settled: null,
} as const;

const dropoffKey = (number: number): string => `dropoff-${number}`;

/** The dropoff from which `draftFromDetails` made a draft; undefined for an added one. */
export function findDraftedDropoff({ dropoffs }: OrderRequest, draft: DropoffDraft | undefined) {
  return dropoffs.find((_, index) => dropoffKey(index + 1) === draft?.key);
}

export const EMPTY_DROPOFF = emptyFields(DROPOFF_FIELDS);

function emptyDropoff(key: string): DropoffDraft {
  return { key, ...EMPTY_STOP, ...EMPTY_DROPOFF, delivery_window: EMPTY_WINDOW };
}

export function emptyDraft(externalOrderId: string): OrderDraft {
  return {
    external_order_id: externalOrderId,
    pickup: { key: PICKUP_KEY, ...EMPTY_STOP },
    dropoffs: [emptyDropoff(dropoffKey(1))],
    cargo_size: "M",
    routing_mode: "sequential",
    delivery_mode: "shared",
    payment_type: "cash",
    payment_amount: "",
    ...EMPTY_TIMES,
    comment: "",
    if_undeliverable: DEFAULT_UNDELIVERABLE,
    notify: "",
    locale: "",
  };
}

export function draftFromDetails(details: OrderRequest, externalOrderId: string): OrderDraft {
  const windows = listWindows(details);
  const [first = null] = windows;
  const areSame = windows.every((one) => isSameWindow(one, first));
  return {
    external_order_id: externalOrderId,
    pickup: confirmedStop(PICKUP_KEY, details.pickup),
    dropoffs: details.dropoffs.map((dropoff, index) => ({
      ...confirmedStop(dropoffKey(index + 1), dropoff),
      ...draftFields(DROPOFF_FIELDS, dropoff),
      delivery_window: areSame ? EMPTY_WINDOW : (toWindowText(dropoff.deliveryWindow) ?? EMPTY_WINDOW),
    })),
    cargo_size: details.cargoSize,
    routing_mode: details.routingMode,
    delivery_mode: details.deliveryMode,
    payment_type: details.paymentType,
    payment_amount: details.paymentAmount === null ? "" : String(toRubles(details.paymentAmount)),
    delivery_time: details.deliveryTime?.toISOString() ?? "",
    delivery_window: (areSame ? toWindowText(first) : null) ?? EMPTY_WINDOW,
    ready_at: details.readyAt?.toISOString() ?? "",
    comment: details.comment ?? "",
    if_undeliverable: details.ifUndeliverable,
    notify: details.notify === null ? "" : details.notify ? "yes" : "no",
    locale: details.locale ?? "",
  };
}

/** Repeats an order, without its delivery time, windows and a time at which it was ready. */
export function draftFromCopy(details: OrderRequest, externalOrderId: string, now: Date): OrderDraft {
  const { readyAt } = details;
  const isReady = readyAt === null || readyAt <= now;
  const dropoffs = details.dropoffs.map((dropoff) => ({ ...dropoff, deliveryWindow: null }));
  const times = { deliveryTime: null, dropoffs, readyAt: isReady ? null : readyAt };
  return draftFromDetails({ ...details, ...times }, externalOrderId);
}

function confirmedStop(key: string, stop: Pickup): StopDraft {
  const proof = draftFields(PROOF_FIELDS, stop.proof);
  return withConfirmedPin({ key, ...stopDraft(stop), proof, settled: null });
}

export function stopDraft({ address, contact }: Stop): Pick<StopDraft, "address" | "contact"> {
  return {
    address: draftFields(ADDRESS_FIELDS, address),
    contact: draftFields(CONTACT_FIELDS, contact),
  };
}

/** Builds an unvalidated API body; `orderBody` validates it. */
export function toCreateBody(draft: OrderDraft, quoteId?: string): Record<string, unknown> {
  return {
    external_order_id: draft.external_order_id,
    ...(quoteId === undefined ? {} : { quote_id: quoteId }),
    pickup: { ...stopBody(draft.pickup), proof: bodyFields(PROOF_FIELDS, draft.pickup.proof) },
    dropoffs: draft.dropoffs.map((dropoff) => ({
      ...stopBody(dropoff),
      proof: bodyFields(PROOF_FIELDS, dropoff.proof),
      ...bodyFields(DROPOFF_FIELDS, dropoff),
      ...(isEmptyWindow(dropoff.delivery_window)
        ? {}
        : { delivery_window: windowBody(dropoff.delivery_window) }),
    })),
    cargo_size: draft.cargo_size,
    routing_mode: draft.routing_mode,
    delivery_mode: draft.delivery_mode,
    payment_type: draft.payment_type,
    payment_amount: readNumber(draft.payment_amount),
    delivery_time: optional(draft.delivery_time),
    delivery_window: isEmptyWindow(draft.delivery_window) ? null : windowBody(draft.delivery_window),
    ready_at: optional(draft.ready_at),
    comment: optional(draft.comment),
    if_undeliverable: draft.if_undeliverable,
    ...(draft.notify === "" ? {} : { notify: draft.notify === "yes" }),
    ...(draft.locale === "" ? {} : { locale: draft.locale }),
  };
}

const isEmptyWindow = ({ from, to }: WindowDraft): boolean => from === "" && to === "";

/** A missing bound is left out. */
const windowBody = ({ from, to }: WindowDraft) => ({ from: from || undefined, to: to || undefined });

export function stopBody({ address, contact }: Pick<StopDraft, "address" | "contact">) {
  return { address: bodyFields(ADDRESS_FIELDS, address), contact: bodyFields(CONTACT_FIELDS, contact) };
}

function bodyFields<Fields extends StopFields>(fields: Fields, draft: FormValues<Fields>) {
  const held: Readonly<Record<string, string | boolean>> = draft;
  const sent = Object.entries(fields).map(([name, field]) => [name, bodyValue(field, held[name] ?? "")]);
  return Object.fromEntries(sent) as Record<keyof Fields, unknown>;
}

/** Returns undefined for an omitted field. */
function bodyValue(field: StopField, held: string | boolean): unknown {
  if (typeof held === "boolean") return held;
  switch (field.kind) {
    case "latitude":
    case "longitude":
    case "rubles":
      return readNumber(held);
    case "whole_number":
      return readNumber(held) ?? null;
    case "choice":
      return held === "" ? undefined : held;
    case "yes_no":
      return held === "" ? undefined : held === "yes";
    default:
      return field.default === null ? optional(held) : held;
  }
}

const optional = (text: string): string | null => (text === "" ? null : text);

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** Parses a number with a decimal comma and spaces; invalid text stays text. */
export function readNumber(text: string): number | string | undefined {
  const plain = text.replace(/\s/g, "").replace(",", ".");
  if (plain === "") return undefined;
  return NUMBER.test(plain) ? Number(plain) : text;
}

export function parsePoint(stop: StopDraft): { latitude: number; longitude: number } | null {
  const latitude = readNumber(stop.address.latitude);
  const longitude = readNumber(stop.address.longitude);
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** Confirms the current address and point if both are complete. */
export function withConfirmedPin<Stop extends StopDraft>(stop: Stop): Stop {
  const place = parsePoint(stop);
  const { area, street, building } = stop.address;
  if (place === null || [area, street, building].some((part) => part.trim() === "")) return stop;
  return { ...stop, settled: { text: addressText(stop), ...place } };
}

export function addressText({ address: { area, street, building } }: StopDraft): string {
  const plain = (part: string) => part.trim().replace(/\s+/g, " ").toLowerCase();
  return [area, street, building].map(plain).join(", ");
}

const quotedWindow = ({ from, to }: WindowDraft) =>
  Number.isNaN(Date.parse(from)) || Number.isNaN(Date.parse(to)) ? {} : { delivery_window: { from, to } };

/** The times of a quote; those that cannot be read yet are left out. */
export function quotedTimes({ delivery_time, delivery_window, ready_at }: OrderDraft) {
  const window = quotedWindow(delivery_window);
  if ("delivery_window" in window) return window;
  const time = delivery_time || ready_at;
  return Number.isNaN(Date.parse(time)) ? {} : { delivery_time: time };
}

/** Returns the body of a quote; null until every stop has a point. */
export function quoteBodyFromDraft(draft: OrderDraft) {
  const pickup = parsePoint(draft.pickup);
  const dropoffs = draft.dropoffs.flatMap((dropoff) => {
    const place = parsePoint(dropoff);
    const size = { cargo_size: dropoff.cargo_size || draft.cargo_size };
    return place === null ? [] : [{ ...place, ...size, ...quotedWindow(dropoff.delivery_window) }];
  });
  if (pickup === null || dropoffs.length < draft.dropoffs.length) return null;
  return { pickup, dropoffs, routing_mode: draft.routing_mode };
}

export interface StopChange {
  readonly address?: Partial<AddressDraft>;
  readonly contact?: Partial<ContactDraft>;
  readonly proof?: Partial<ProofDraft>;
}

export function changeStop(draft: OrderDraft, key: string, change: StopChange): OrderDraft {
  const changed = <Stop extends StopDraft>(stop: Stop): Stop => ({
    ...stop,
    address: { ...stop.address, ...change.address },
    contact: { ...stop.contact, ...change.contact },
    proof: { ...stop.proof, ...change.proof },
  });
  if (key === PICKUP_KEY) return { ...draft, pickup: changed(draft.pickup) };
  return { ...draft, dropoffs: draft.dropoffs.map((one) => (one.key === key ? changed(one) : one)) };
}

export function changeDropoff(
  draft: OrderDraft,
  key: string,
  change: Partial<Omit<DropoffDraft, "key" | "address" | "contact" | "proof">>,
): OrderDraft {
  return { ...draft, dropoffs: draft.dropoffs.map((one) => (one.key === key ? { ...one, ...change } : one)) };
}

export function addDropoff(draft: OrderDraft): OrderDraft {
  if (draft.dropoffs.length >= MAX_DROPOFFS) return draft;
  const highest = Math.max(...draft.dropoffs.map(({ key }) => Number(key.split("-")[1])));
  const added = emptyDropoff(dropoffKey(highest + 1));
  const address = { ...added.address, area: draft.pickup.address.area };
  return { ...draft, dropoffs: [...draft.dropoffs, { ...added, address }] };
}

export function removeDropoff(draft: OrderDraft, key: string): OrderDraft {
  if (draft.dropoffs.length === 1) return draft;
  return { ...draft, dropoffs: draft.dropoffs.filter((one) => one.key !== key) };
}

export function moveDropoff(draft: OrderDraft, key: string, to: number): OrderDraft {
  const moved = draft.dropoffs.find((one) => one.key === key);
  if (moved === undefined || to < 0 || to >= draft.dropoffs.length) return draft;
  const others = draft.dropoffs.filter((one) => one.key !== key);
  return { ...draft, dropoffs: [...others.slice(0, to), moved, ...others.slice(to)] };
}
