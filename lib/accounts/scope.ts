/** The two separate modes of an account's orders. */
export type Mode = "live" | "test";

declare const minted: unique symbol;

/**
 * An account and a mode. Store functions require one, and only the key check and the session gate mint it.
 */
export interface AccountScope {
  readonly accountId: string;
  readonly mode: Mode;
  readonly [minted]: true;
}

/** Only for the key check, the session gate and tests; the import check enforces this. */
export function mintScope(accountId: string, mode: Mode): AccountScope {
  return { accountId, mode } as AccountScope;
}
