import { cache } from "react";
import { getAccount } from "@/lib/accounts/get-account";
import { runtime } from "@/lib/process/runtime";

/** Returns an account, read once for a page and its frame. */
export const accountOf = cache((accountId: string) => getAccount(runtime().db, accountId));
