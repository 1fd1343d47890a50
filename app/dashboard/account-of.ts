import { cache } from "react";
import { getAccount } from "@/lib/accounts/get-account";
import type { Account } from "@/lib/accounts/store";
import { runtime } from "@/lib/process/runtime";

/** Returns an account, read once for a page and its frame. */
export const accountOf = cache((accountId: string): Promise<Account> => getAccount(runtime().db, accountId));
