import { cache } from "react";
import { getAccount } from "@/lib/accounts/get-account";
import { runtime } from "@/lib/process/runtime";

/** Read once per request. */
export const accountOf = cache((accountId: string) => getAccount(runtime().db, accountId));
