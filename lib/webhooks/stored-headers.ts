import { DomainError } from "@/lib/domain-error";
import type { CustomHeader } from "@/lib/webhooks/own-header";
import { decryptSecret, encryptSecret, type SecretKey } from "@/lib/webhooks/secret";

export interface StoredHeaders {
  readonly headerNames: string[];
  readonly headerValues: Uint8Array<ArrayBuffer> | null;
}

const NONE: StoredHeaders = { headerNames: [], headerValues: null };

// Binds the ciphertext to its column, so that a secret and header values cannot be swapped.
export const toPlace = (endpointId: string): string => `${endpointId} headers`;

/** @param before headers with values to keep @throws DomainError INVALID_PAYLOAD if a kept value is missing */
export function storeHeaders(
  key: SecretKey,
  endpointId: string,
  headers: readonly CustomHeader[],
  before: Readonly<Record<string, string>> = {},
): StoredHeaders {
  if (headers.length === 0) return NONE;
  const stored = new Map(Object.entries(before).map(([name, value]) => [name.toLowerCase(), value]));
  const values = headers.map(({ name, value }) => value ?? stored.get(name.toLowerCase()));
  if (values.includes(undefined)) {
    throw new DomainError("INVALID_PAYLOAD", [{ field: "headers", message: "header_again" }]);
  }
  return {
    headerNames: headers.map(({ name }) => name),
    headerValues: encryptSecret(key, toPlace(endpointId), JSON.stringify(values)),
  };
}

/** @throws SecretKeyError */
export function readStoredHeaders(
  key: SecretKey,
  endpointId: string,
  { headerNames, headerValues }: { headerNames: readonly string[]; headerValues: Uint8Array | null },
): Record<string, string> {
  if (headerValues === null) return {};
  // storeHeaders wrote a value for each name.
  const values = JSON.parse(decryptSecret(key, toPlace(endpointId), headerValues)) as string[];
  return Object.fromEntries(headerNames.map((name, index) => [name, values[index] ?? ""]));
}
