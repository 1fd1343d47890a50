import * as enums from "@/lib/db/generated/enums";

export const MODES = Object.values(enums.Mode);
export type Mode = (typeof MODES)[number];

declare const minted: unique symbol;

/** Every store function requires one. The structure test lists where it is made. */
export interface AccountScope {
  readonly accountId: string;
  readonly mode: Mode;
  readonly [minted]: true;
}

export function mintScope(accountId: string, mode: Mode): AccountScope {
  return { accountId, mode } as AccountScope;
}
