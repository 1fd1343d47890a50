import { createHash } from "node:crypto";
import { isEmptyMetadata, type Metadata } from "@/lib/orders/metadata";
import {
  DEFAULT_DELIVERY_MODE,
  DEFAULT_UNDELIVERABLE,
  type OrderRequest,
  type ProofRequest,
} from "@/lib/orders/order";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { camelCase, DROPOFF_FIELDS, type StopField } from "@/lib/orders/stop-fields";

/** Returns equal texts exactly for equal client-given details. */
export function requestHash(details: OrderRequest): string {
  return digest(asDigested(details)).toString("base64url");
}

/** Equal for equal create requests. Null amounts count as absent, as in the first stored digests. */
export function createFingerprint(
  details: OrderRequest,
  { quote_id: quoteId, dropoffs: sent }: Pick<CreateOrderBody, "quote_id" | "dropoffs">,
): Uint8Array<ArrayBuffer> {
  const dropoffs = details.dropoffs.map((dropoff, index) =>
    sent[index]?.payment_amount === null ? { ...dropoff, paymentAmount: null } : dropoff,
  );
  return new Uint8Array(digest({ ...asDigested({ ...details, dropoffs }), quoteId: quoteId ?? null }));
}

const LATER_NAMES = new Set([
  ...Object.entries<StopField>(DROPOFF_FIELDS).flatMap(([name, { isLater }]) =>
    isLater ? [camelCase(name)] : [],
  ),
  "deliveryWindow",
]);

/** Removes later fields at their defaults, so that stored digests still match. */
function asDigested({
  ifUndeliverable,
  notify,
  locale,
  metadata,
  readyAt,
  deliveryMode,
  ...details
}: OrderRequest) {
  const dropoffs = details.dropoffs.map((dropoff) =>
    Object.fromEntries(
      Object.entries(withoutDefaultMetadata(withoutDefaultProof(dropoff))).filter(
        ([name, value]) => value !== null || !LATER_NAMES.has(name),
      ),
    ),
  );
  const later = {
    ...(ifUndeliverable === DEFAULT_UNDELIVERABLE ? {} : { ifUndeliverable }),
    ...(notify === null ? {} : { notify }),
    ...(locale === null ? {} : { locale }),
    ...(readyAt === null ? {} : { readyAt }),
    ...(deliveryMode === DEFAULT_DELIVERY_MODE ? {} : { deliveryMode }),
  };
  return withoutDefaultMetadata({
    ...details,
    pickup: withoutDefaultProof(details.pickup),
    dropoffs,
    ...later,
    metadata,
  });
}

function withoutDefaultProof<Stop extends { proof: ProofRequest }>({ proof, ...stop }: Stop) {
  return Object.values(proof).every((asked) => asked === null) ? stop : { ...stop, proof };
}

function withoutDefaultMetadata<Values extends { metadata: Metadata }>({ metadata, ...values }: Values) {
  return isEmptyMetadata(metadata) ? values : { ...values, metadata };
}

function digest(asked: object): Buffer {
  return createHash("sha256").update(JSON.stringify(asked)).digest();
}
