import { notFound, redirect } from "next/navigation";
import { getMessages, getTranslations } from "next-intl/server";
import { cache, type ReactNode } from "react";
import { requireStaff } from "@/app/session";
import { Content } from "@/components/layout/frame";
import { AdditionalMessages } from "@/components/ui/additional-messages";
import { DateTime } from "@/components/ui/date-time";
import { getLanguage } from "@/components/ui/get-language";
import { Notice } from "@/components/ui/notice";
import type { Mode } from "@/lib/account-scope";
import { changePerson } from "@/lib/accounts/change-person";
import { getAccount } from "@/lib/accounts/get-account";
import { type AccountPermission, hasPermission } from "@/lib/accounts/permissions";
import { DomainError } from "@/lib/domain-error";
import { getDataState } from "@/lib/events/data-state";
import { parseMode, withMode } from "@/lib/http/mode";
import { runtime } from "@/lib/process/runtime";
import { type MessagePath, pickMessages } from "@/messages/pick-messages";

export type Query = Promise<Record<string, string | string[] | undefined>>;

export interface PageProps<Params> {
  readonly params: Promise<Params>;
  readonly searchParams: Query;
}

export type DashboardPage = Awaited<ReturnType<typeof requireMemberPage>>;

/** Responds with 404 to users without the permission. */
export async function requireMemberPage(path: string, query: Query, permission: AccountPermission) {
  const input = await query;
  /** Returns an empty string when missing. */
  const parameter = (name: string): string => [input[name]].flat()[0] ?? "";
  const mode = parseMode(parameter("mode"));
  const requested = Object.entries(input).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one ?? ""]),
  );
  const search = new URLSearchParams(requested).toString();
  const staff = await requireStaff(search === "" ? path : `${path}?${search}`);
  if (!hasPermission(staff, permission)) notFound();
  const isPermitted = (one: AccountPermission): boolean => hasPermission(staff, one);
  const scope = staff.scope(mode);
  const locale = await getLanguage();
  // A user who chooses a language also gets emails in it.
  if (parameter("lang") !== "") await changePerson(runtime().db, staff.userId, { locale });
  /** Redirects to the same URL in mode `own`, unless the URL is already in that mode. */
  const keepTo = (own: Mode): void => {
    if (own === mode) return;
    const rest = new URLSearchParams(requested.filter(([name]) => name !== "mode")).toString();
    redirect(withMode(rest === "" ? path : `${path}?${rest}`, own));
  };
  return { staff, isPermitted, locale, mode, scope, parameter, keepTo };
}

export async function PageFrame(props: {
  words?: readonly MessagePath[];
  wide?: boolean;
  /** Whether the page finds wrong input itself. Otherwise the response to a form contains the sentences. */
  hasChecks?: boolean;
  children: ReactNode;
}) {
  const { words = [], wide = false, hasChecks = false, children } = props;
  const paths = hasChecks ? (["ui", ...words] as const) : words;
  return (
    <AdditionalMessages words={pickMessages(await getMessages(), paths)}>
      <Content wide={wide}>
        <RestoreNotice />
        {children}
      </Content>
    </AdditionalMessages>
  );
}

const RESTORE_NOTICE_MS = 7 * 24 * 60 * 60_000;

async function RestoreNotice() {
  const { db, clock } = runtime();
  const { dataUntil, restoredAt } = await getDataState(db);
  if (dataUntil === null || restoredAt === null) return null;
  if (clock.now().getTime() - restoredAt.getTime() > RESTORE_NOTICE_MS) return null;
  const t = await getTranslations("recovery");
  const until = () => <DateTime at={dataUntil.toISOString()} seconds />;
  return <Notice>{t.rich("restored", { until })}</Notice>;
}

/** Cached per request. */
export const requireAccount = cache((accountId: string) => getAccount(runtime().db, accountId));

/** Turns a domain error into the 404 page. */
export function notFoundOrThrow(error: unknown): never {
  if (error instanceof DomainError) notFound();
  throw error;
}
