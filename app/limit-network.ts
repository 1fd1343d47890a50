import { headers } from "next/headers";
import { clientInfo } from "@/app/session-cookie";
import { DomainError } from "@/lib/domain-error";
import { runtime } from "@/lib/process/runtime";

const MAX_REQUESTS_PER_MINUTE = 5;

/** @throws DomainError RATE_LIMIT_EXCEEDED after 5 requests from a network within a minute */
export async function limitNetwork(purpose: "forgot" | "sign_up"): Promise<string> {
  const { network } = clientInfo(await headers());
  const rate = await runtime().rateLimiter.take(`${purpose}:${network}`, MAX_REQUESTS_PER_MINUTE);
  if (!rate.isAllowed) throw new DomainError("RATE_LIMIT_EXCEEDED");
  return network;
}
