"use server";

import { tryCall } from "@/app/(site)/docs/try-call";
import { action } from "@/app/action";
import { buildReplay } from "@/app/dashboard/requests/replay";
import { getAccount } from "@/lib/accounts/get-account";
import { findAccountRequest } from "@/lib/api/request-log/search-requests";
import { config } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";
import { samplePhone } from "@/lib/phone-example";
import { runtime } from "@/lib/process/runtime";

export const replay = action({
  permission: "account.use_sandbox",
  audit: null,
  async work({ user, context: { db, clock }, input }) {
    const { requestLogDays } = config();
    const call = await findAccountRequest(db, user, input.id ?? "", clock.now(), requestLogDays);
    if (call === null) throw new DomainError("CALL_NOT_FOUND");
    const { phoneCountry } = await getAccount(db, user.accountId);
    const prepared = buildReplay(call, samplePhone(phoneCountry));
    if ("obstacle" in prepared) throw new DomainError("INVALID_PAYLOAD");
    const answer = await tryCall(runtime(), user, prepared.request);
    if (answer === "no_key") throw new DomainError("KEY_NOT_FOUND");
    if (answer === "unknown") throw new DomainError("INVALID_PAYLOAD");
    return { result: { status: answer.status, line: answer.line } };
  },
});
