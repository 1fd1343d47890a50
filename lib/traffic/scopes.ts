import { type AccountScope, mintScope } from "@/lib/accounts/scope";

/** Where the orders of a simulated evening are: in test mode, of an account that has no others. */
export const eveningScope = (accountId: string): AccountScope => mintScope(accountId, "test");

/** Where the demo's orders are that look real. */
export const demoScope = (accountId: string): AccountScope => mintScope(accountId, "live");
