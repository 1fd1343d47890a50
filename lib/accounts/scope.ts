import * as enums from "@/lib/db/generated/enums";

/** The two separate modes of an account's orders. */
export const MODES = Object.values(enums.Mode);
export type Mode = (typeof MODES)[number];

declare const minted: unique symbol;

/**
 * An account and a mode. Every store function requires one; few places make it, and the structure test lists them.
 */
export interface AccountScope {
  readonly accountId: string;
  readonly mode: Mode;
  readonly [minted]: true;
}

/** Called only in the places that the structure test lists. */
export function mintScope(accountId: string, mode: Mode): AccountScope {
  return { accountId, mode } as AccountScope;
}
