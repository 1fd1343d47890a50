import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import type { FieldIssue } from "@/lib/domain-error";
import type { TargetPolicy } from "@/lib/http/target";

export interface RuleInput {
  readonly context: Context;
  readonly scope: AccountScope;
  readonly externalOrderId: string;
  /** When the body was sent; now by default. */
  readonly sentAt?: Date | undefined;
  /** Where webhooks may be sent; only public addresses by https by default. */
  readonly webhooks?: TargetPolicy;
}

/** Finds problems of a body beyond its schema; fields may have any type. */
export type BodyRule = (body: unknown, at: RuleInput) => FieldIssue[] | Promise<FieldIssue[]>;

/** The rules of an operation's body beyond its schema. A refusal always lists all broken ones. */
export interface BodyRules {
  readonly always?: readonly BodyRule[];
  /** Rules that the use case enforces itself; checked here only if the schema fails, to list all problems. */
  readonly ifUnread?: readonly BodyRule[];
  /** Rules that the use case enforces itself, since stored data may lift them; listed in every INVALID_PAYLOAD. */
  readonly unlessStored?: readonly BodyRule[];
}

export async function findIssues(
  rules: readonly BodyRule[],
  body: unknown,
  at: RuleInput,
): Promise<FieldIssue[]> {
  return (await Promise.all(rules.map((rule) => rule(body, at)))).flat();
}

/** The problems that a refusal lists in addition to its own. */
export function findFurtherIssues(
  { ifUnread = [], unlessStored = [] }: BodyRules,
  isUnread: boolean,
  body: unknown,
  at: RuleInput,
): Promise<FieldIssue[]> {
  return findIssues(isUnread ? [...ifUnread, ...unlessStored] : unlessStored, body, at);
}
