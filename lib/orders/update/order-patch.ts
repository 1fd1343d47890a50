import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { MAX_METADATA_KEYS, type Metadata, mergeMetadata } from "@/lib/orders/metadata";
import type { OrderRequest, Pickup } from "@/lib/orders/order";
import {
  amountFromBody,
  type PatchOrderBody,
  TOO_MANY_KEYS_MESSAGE,
  valuesFromBody,
  windowFromBody,
} from "@/lib/orders/schema";
import { ADDRESS_FIELDS, CONTACT_FIELDS, DROPOFF_FIELDS, PROOF_FIELDS } from "@/lib/orders/stop-fields";
import { mapIssuesToWindows } from "@/lib/orders/trip-issues";

type DropoffPatch = NonNullable<PatchOrderBody["dropoffs"]>[number];

/** Returns the `index` of a PATCH element, by default its array position (spec, PATCH-4). */
export function targetIndex(patch: { index?: number | undefined }, position: number): number {
  return patch.index ?? position;
}

export function checkIndices(
  patches: readonly Pick<DropoffPatch, "index">[],
  dropoffCount: number,
): FieldIssue[] {
  const seen = new Set<number>();
  const issues: FieldIssue[] = [];
  patches.forEach((patch, position) => {
    const index = targetIndex(patch, position);
    const field = `dropoffs.${position}.index`;
    if (index >= dropoffCount) {
      issues.push({
        field,
        message: `must be less than ${dropoffCount} (the order has ${dropoffCount} dropoffs)`,
      });
    } else if (seen.has(index)) {
      issues.push({ field, message: "must not reference the same dropoff more than once" });
    }
    seen.add(index);
  });
  return issues;
}

/** The stops that a PATCH sends. */
export interface PatchedStops {
  readonly pickup?: { readonly address?: unknown } | undefined;
  readonly dropoffs?:
    | readonly {
        readonly index?: number | undefined;
        readonly address?: unknown;
        readonly delivery_window?: unknown;
      }[]
    | undefined;
}

/** Maps issues of coordinates and windows to the fields of the PATCH. */
export function mapIssuesToPatch(issues: readonly FieldIssue[], patch: PatchedStops): FieldIssue[] {
  const findElement = (
    index: string,
    has: (element: NonNullable<PatchedStops["dropoffs"]>[number]) => boolean,
  ) =>
    (patch.dropoffs ?? []).findIndex(
      (element, place) => targetIndex(element, place) === Number(index) && has(element),
    );
  const hasWindow = (dropoff: number) =>
    findElement(String(dropoff), (element) => element.delivery_window !== undefined) >= 0;
  const notified = mapIssuesToWindows(issues, hasWindow).map((issue) => {
    const [, windowed] = /^dropoffs\.(\d+)\.delivery_window$/.exec(issue.field) ?? [];
    if (windowed !== undefined) {
      const element = findElement(windowed, ({ delivery_window: own }) => own !== undefined);
      return { ...issue, field: `dropoffs.${element}.delivery_window` };
    }
    const [, index, name] = /^dropoffs\.(\d+)\.address\.(latitude|longitude)$/.exec(issue.field) ?? [];
    if (name === undefined) return issue;
    const elements = patch.dropoffs ?? [];
    const own = findElement(index ?? "", ({ address }) => address !== undefined);
    const position = own >= 0 ? own : elements.findIndex(({ address }) => address !== undefined);
    if (position >= 0) return { ...issue, field: `dropoffs.${position}.address.${name}` };
    return patch.pickup?.address === undefined ? issue : { ...issue, field: `pickup.address.${name}` };
  });
  return notified.filter(({ field }, place) => notified.findIndex((one) => one.field === field) === place);
}

/** Whether a PATCH sends a window, which replaces the order's delivery time. */
const sendsWindow = ({ delivery_window: window, dropoffs = [] }: PatchOrderBody): boolean =>
  [window, ...dropoffs.map((dropoff) => dropoff.delivery_window)].some((sent) => sent != null);

/** Applies PATCH-3 and ORD-26. @throws DomainError INVALID_PAYLOAD for wrong dropoff positions and too many metadata keys */
export function mergePatch(stored: OrderRequest, patch: PatchOrderBody): OrderRequest {
  const patches = patch.dropoffs ?? [];
  const issues = checkIndices(patches, stored.dropoffs.length);
  const merge = (before: Metadata, change: PatchOrderBody["metadata"], field: string): Metadata => {
    const merged = mergeMetadata(before, change);
    if (Object.keys(merged).length > MAX_METADATA_KEYS)
      issues.push({ field, message: TOO_MANY_KEYS_MESSAGE });
    return merged;
  };
  // A delivery time replaces all windows.
  const defaultWindow =
    patch.delivery_window === undefined && patch.delivery_time != null ? null : patch.delivery_window;
  const dropoffs = stored.dropoffs.map((dropoff) =>
    defaultWindow === undefined ? dropoff : { ...dropoff, deliveryWindow: windowFromBody(defaultWindow) },
  );
  patches.forEach((dropoffPatch, position) => {
    const index = targetIndex(dropoffPatch, position);
    const before = dropoffs[index];
    if (before === undefined) return;
    const own = valuesFromBody(DROPOFF_FIELDS, dropoffPatch, before);
    const metadata = merge(before.metadata, dropoffPatch.metadata, `dropoffs.${position}.metadata`);
    const deliveryWindow =
      dropoffPatch.delivery_window === undefined
        ? before.deliveryWindow
        : windowFromBody(dropoffPatch.delivery_window);
    dropoffs[index] = { ...mergeStop(before, dropoffPatch), ...own, deliveryWindow, metadata };
  });
  const metadata = merge(stored.metadata, patch.metadata, "metadata");
  if (issues.length > 0) throw new DomainError("INVALID_PAYLOAD", issues);
  return {
    pickup: mergeStop(stored.pickup, patch.pickup),
    dropoffs,
    cargoSize: patch.cargo_size ?? stored.cargoSize,
    routingMode: patch.routing_mode ?? stored.routingMode,
    paymentType: patch.payment_type ?? stored.paymentType,
    paymentAmount: input(patch.payment_amount, amountFromBody, stored.paymentAmount),
    deliveryTime: input(patch.delivery_time, toInstant, sendsWindow(patch) ? null : stored.deliveryTime),
    readyAt: input(patch.ready_at, toInstant, stored.readyAt),
    deliveryMode: patch.delivery_mode ?? stored.deliveryMode,
    comment: input(patch.comment, (comment) => comment, stored.comment),
    ifUndeliverable: patch.if_undeliverable ?? stored.ifUndeliverable,
    metadata,
    notify: patch.notify ?? stored.notify,
    locale: patch.locale ?? stored.locale,
  };
}

function mergeStop(stored: Pickup, patch: Pick<DropoffPatch, "address" | "contact" | "proof"> = {}): Pickup {
  return {
    address: valuesFromBody(ADDRESS_FIELDS, patch.address ?? {}, stored.address),
    contact: valuesFromBody(CONTACT_FIELDS, patch.contact ?? {}, stored.contact),
    proof: valuesFromBody(PROOF_FIELDS, patch.proof ?? {}, stored.proof),
  };
}

const toInstant = (time: string | null): Date | null => (time === null ? null : new Date(time));

/** Null clears the value; undefined keeps the stored one. */
function input<In, Out>(value: In | undefined, convert: (value: In) => Out, stored: Out): Out {
  return value === undefined ? stored : convert(value);
}
