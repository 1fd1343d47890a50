import type { OperationDefinition, RefusedRequest } from "@/lib/api/operation";
import type { FieldIssue } from "@/lib/domain-error";
import { loadOrder } from "@/lib/orders/load-order";
import type { OrderRequest } from "@/lib/orders/order";
import { findTripIssues, readTrip, type SentTrip } from "@/lib/orders/trip-issues";
import { toStoredTrip } from "@/lib/orders/update/edit-order";
import { checkIndices, mapIssuesToPatch } from "@/lib/orders/update/order-patch";
import { readPatchedTrip } from "@/lib/orders/update/read-patched-trip";
import { identifierIssues } from "@/lib/orders/update/replace-order";
import { MAX_DROPOFFS } from "@/lib/routing/trip";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { getTripCheck } from "@/lib/service-area/trip-check";

type FindIssues = NonNullable<OperationDefinition["findIssues"]>;

const getFields = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null ? { ...body } : {};

/** Problems of a PUT. An unknown order is a 404 once the body is valid. */
export const findReplacementIssues: FindIssues = async (body, request) => {
  const { external_order_id: id } = getFields(body);
  const { externalOrderId } = request;
  const isNamed = typeof id === "string" && externalOrderId !== "";
  const identifier = isNamed ? identifierIssues(id, externalOrderId) : [];
  const sent = readTrip(body, "address.");
  return sent === null
    ? identifier
    : [...identifier, ...(await findEditIssues(sent, request, await findDetails(request)))];
};

/** Problems of a PATCH, at the fields that it sends. */
export const findPatchIssues: FindIssues = async (body, request) => {
  const details = await findDetails(request);
  const indices = findIndexIssues(body, details?.dropoffs.length ?? MAX_DROPOFFS);
  if (details === null) return indices;
  const { sent, stops } = readPatchedTrip(body, toStoredTrip(details));
  if (sent === null) return indices;
  return [...indices, ...mapIssuesToPatch(await findEditIssues(sent, request, details), stops)];
};

async function findDetails({ context, key, externalOrderId }: RefusedRequest): Promise<OrderRequest | null> {
  const order = await loadOrder(context.db, { scope: key.scope, externalOrderId }, ["request"]);
  return order?.details ?? null;
}

async function findEditIssues(
  sent: SentTrip,
  { context, key }: RefusedRequest,
  details: OrderRequest | null,
): Promise<FieldIssue[]> {
  const now = context.clock.now();
  const [area, check] = await Promise.all([getServiceArea(context), getTripCheck(context.db)]);
  const rules = { area, check, mode: key.scope.mode, now, sentAt: now };
  return findTripIssues(sent, rules, details && toStoredTrip(details));
}

function findIndexIssues(body: unknown, dropoffCount: number): FieldIssue[] {
  const { dropoffs } = getFields(body);
  if (!Array.isArray(dropoffs) || dropoffs.length > MAX_DROPOFFS) return [];
  const positions = dropoffs.map((dropoff, position) => {
    const isObject = typeof dropoff === "object" && dropoff !== null;
    const { index } = getFields(dropoff);
    if (isObject && (index === undefined || typeof index === "number")) return { index };
    // The schema rejects this element. The negative index is unique, so it causes no second problem.
    return { index: -1 - position };
  });
  return checkIndices(positions, dropoffCount);
}
