/** The two separate modes of an account's orders. */
export const MODES = ["live", "test"] as const;
export type Mode = (typeof MODES)[number];

declare const minted: unique symbol;

/**
 * Whose orders, and in which mode. No store function can be called without one, and only the
 * key check and the session gate mint it.
 */
export interface AccountScope {
  readonly accountId: string;
  readonly mode: Mode;
  readonly [minted]: true;
}

/** Called by the key check, the session gate and tests alone; the import check holds this. */
export function mintScope(accountId: string, mode: Mode): AccountScope {
  return { accountId, mode } as AccountScope;
}
