import type { AccountScope } from "@/lib/account-scope";
import { DomainError } from "@/lib/domain-error";
import { resolvesToPrivate } from "@/lib/http/create-sender";
import { readTarget, type TargetProblem } from "@/lib/http/target";
import type { WebhookContext } from "@/lib/webhooks/webhook-context";

/** Sending checks again per connection. @returns the URL to store @throws DomainError INVALID_PAYLOAD on `url` */
export async function checkTarget(
  { policy, lookup }: Pick<WebhookContext, "policy" | "lookup">,
  scope: AccountScope,
  text: string,
): Promise<string> {
  const target = readTarget(text, policy, scope.mode === "live");
  if ("problem" in target) throw refusal(target.problem);
  if (!policy.allowPrivate && (await resolvesToPrivate(target.url, lookup))) throw refusal("url_private");
  return target.url.href;
}

const refusal = (problem: TargetProblem): DomainError =>
  new DomainError("INVALID_PAYLOAD", [{ field: "url", message: problem }]);
