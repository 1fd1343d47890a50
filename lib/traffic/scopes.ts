import { type AccountScope, MODES, mintScope } from "@/lib/accounts/scope";

/** Where the orders of a simulated evening are: in test mode, of an account that has no others. */
export const eveningScope = (accountId: string): AccountScope => mintScope(accountId, "test");

/** Where the demo's orders are that look real. */
export const demoScope = (accountId: string): AccountScope => mintScope(accountId, "live");

/** All that the demo has. */
export const demoScopes = (accountId: string): AccountScope[] =>
  MODES.map((mode) => mintScope(accountId, mode));
