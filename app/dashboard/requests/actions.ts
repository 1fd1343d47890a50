"use server";

import { tryCall } from "@/app/(site)/docs/try-call";
import { buildReplay } from "@/app/dashboard/requests/replay";
import { staffAction } from "@/app/dashboard/submission";
import type { ReplayedCall } from "@/components/requests/replay-button";
import { getAccount } from "@/lib/accounts/get-account";
import { config } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";
import { samplePhone } from "@/lib/phone-example";
import { runtime } from "@/lib/process/runtime";
import { findAccountRequest } from "@/lib/request-log/search-requests";

export const replay = staffAction<ReplayedCall>("staff", null, async (staff, { db, clock }, values) => {
  const { requestLogDays } = config();
  const call = await findAccountRequest(db, staff, values.id ?? "", clock.now(), requestLogDays);
  if (call === null) throw new DomainError("CALL_NOT_FOUND");
  const { phoneCountry } = await getAccount(db, staff.accountId);
  const prepared = buildReplay(call, samplePhone(phoneCountry));
  if ("obstacle" in prepared) throw new DomainError("INVALID_PAYLOAD");
  const answer = await tryCall(runtime(), staff, prepared.request);
  if (answer === "no_key") throw new DomainError("KEY_NOT_FOUND");
  if (answer === "unknown") throw new DomainError("INVALID_PAYLOAD");
  return { result: { status: answer.status, line: answer.line } };
});
