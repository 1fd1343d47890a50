import type { DropoffDraft, OrderDraft, StopDraft } from "@/lib/orders/form/draft";
import { DROPOFF_FIELDS, fieldNames } from "@/lib/orders/stop-fields";

interface FieldChange {
  readonly kind: "field";
  /** Position after the change: 0 is the pickup, n is dropoff n; null is the order itself. */
  readonly stop: number | null;
  /** Path within the stop or order: `address.street`, `comment`. */
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

export type DraftChange =
  | FieldChange
  /** Another address is one change: `details` are the flat, the entrance and so on that change with it. */
  | {
      readonly kind: "address";
      readonly stop: number;
      readonly before: string;
      readonly after: string;
      readonly isMoved: boolean;
      readonly details: readonly FieldChange[];
    }
  | { readonly kind: "added" | "removed"; readonly stop: number; readonly place: string }
  /** Former positions of the remaining dropoffs. */
  | { readonly kind: "reordered"; readonly order: readonly number[] };

const ORDER_FIELDS = [
  "cargo_size",
  "routing_mode",
  "delivery_mode",
  "payment_type",
  "payment_amount",
  "delivery_time",
  "ready_at",
  "comment",
  "if_undeliverable",
] as const satisfies readonly (keyof OrderDraft)[];

const PRICED_FIELDS: ReadonlySet<string> = new Set([
  "address.latitude",
  "address.longitude",
  "cargo_size",
  "routing_mode",
]);

export const isPriced = (change: DraftChange): boolean =>
  change.kind === "address" ? change.isMoved : change.kind !== "field" || PRICED_FIELDS.has(change.field);

export function draftChanges(before: OrderDraft, after: OrderDraft): DraftChange[] {
  const numberBefore = new Map(before.dropoffs.map(({ key }, index) => [key, index + 1]));
  const keysAfter = new Set(after.dropoffs.map(({ key }) => key));
  const removed = before.dropoffs.flatMap((dropoff, index): DraftChange[] =>
    keysAfter.has(dropoff.key)
      ? []
      : [{ kind: "removed", stop: index + 1, place: formatStopAddress(dropoff) }],
  );
  const order = after.dropoffs.flatMap(({ key }) => numberBefore.get(key) ?? []);
  const isReordered = order.some((number, index) => index > 0 && number < (order[index - 1] ?? 0));
  const dropoffs = after.dropoffs.flatMap((dropoff, index): DraftChange[] => {
    const known = before.dropoffs.find(({ key }) => key === dropoff.key);
    return known === undefined
      ? [{ kind: "added", stop: index + 1, place: formatStopAddress(dropoff) }]
      : stopChanges(index + 1, [known, dropoffFields(known)], [dropoff, dropoffFields(dropoff)]);
  });
  const getFields = (draft: OrderDraft) => ({
    ...Object.fromEntries(ORDER_FIELDS.map((name) => [name, draft[name]])),
    ...windowFields(draft),
  });
  return [
    ...stopChanges(0, [before.pickup, stopFields(before.pickup)], [after.pickup, stopFields(after.pickup)]),
    ...removed,
    ...(isReordered ? [{ kind: "reordered", order } as const] : []),
    ...dropoffs,
    ...fieldChanges(null, getFields(before), getFields(after)),
  ];
}

function stopFields({ address, contact, proof }: StopDraft): Record<string, string> {
  const named = (prefix: string, fields: object) =>
    Object.entries(fields).map(([name, value]) => [`${prefix}.${name}`, String(value)]);
  return Object.fromEntries([
    ...named("address", address),
    ...named("contact", contact),
    ...named("proof", proof),
  ]);
}

function dropoffFields(dropoff: DropoffDraft): Record<string, string> {
  const own = fieldNames(DROPOFF_FIELDS).map((name) => [name, String(dropoff[name])]);
  return { ...stopFields(dropoff), ...Object.fromEntries(own), ...windowFields(dropoff) };
}

const windowFields = ({ delivery_window: { from, to } }: Pick<OrderDraft, "delivery_window">) => ({
  "delivery_window.from": from,
  "delivery_window.to": to,
});

const POINT = ["address.latitude", "address.longitude"];
const PLACE = [...POINT, "address.area", "address.street", "address.building"];

type Fields = Readonly<Record<string, string>>;

function stopChanges(
  stop: number,
  [stopBefore, before]: readonly [StopDraft, Fields],
  [stopAfter, after]: readonly [StopDraft, Fields],
): DraftChange[] {
  const changes = fieldChanges(stop, before, after);
  const changed = new Set(changes.map(({ field }) => field));
  if (!PLACE.some((field) => changed.has(field))) return changes;
  const withArea = (draft: StopDraft) =>
    [formatStopAddress(draft), changed.has("address.area") ? draft.address.area : ""]
      .filter((part) => part.trim() !== "")
      .join(", ");
  const [details, others] = [true, false].map((isDetail) =>
    changes.filter(({ field }) => !PLACE.includes(field) && field.startsWith("address.") === isDetail),
  ) as [FieldChange[], FieldChange[]];
  return [
    {
      kind: "address",
      stop,
      before: withArea(stopBefore),
      after: withArea(stopAfter),
      isMoved: POINT.some((field) => changed.has(field)),
      details,
    },
    ...others,
  ];
}

function fieldChanges(stop: number | null, before: Fields, after: Fields): FieldChange[] {
  return Object.entries(after).flatMap(([field, value]): FieldChange[] => {
    const was = before[field] ?? "";
    return was === value ? [] : [{ kind: "field", stop, field, before: was, after: value }];
  });
}

export function formatStopAddress({ address: { street, building } }: StopDraft): string {
  return [street, building].filter((part) => part.trim() !== "").join(", ");
}
