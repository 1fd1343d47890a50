import { type AccountScope, MODES, mintScope } from "@/lib/account-scope";

export const demoScope = (accountId: string): AccountScope => mintScope(accountId, "live");

export const demoScopes = (accountId: string): AccountScope[] =>
  MODES.map((mode) => mintScope(accountId, mode));
