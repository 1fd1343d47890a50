import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { requireStaff } from "@/app/session";
import { DashboardFrame } from "@/components/frame/dashboard-frame";
import type { Section } from "@/components/navigation/dashboard-sections";
import { changePerson } from "@/lib/accounts/change-person";
import type { Staff } from "@/lib/accounts/check-session";
import { getAccount } from "@/lib/accounts/get-account";
import type { AccountScope, Mode } from "@/lib/accounts/scope";
import { identityOf } from "@/lib/accounts/shop-identity";
import type { Locale } from "@/lib/locale/locale";
import { countOpenOrders } from "@/lib/orders/list/count-open-orders";
import { asMode } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";
import type { MESSAGES } from "@/messages/messages";

export type Query = Promise<Record<string, string | string[] | undefined>>;

/** What every dashboard page needs first. */
export interface DashboardPage {
  readonly staff: Staff;
  readonly account: Awaited<ReturnType<typeof getAccount>>;
  readonly locale: Locale;
  readonly mode: Mode;
  /** The account's rows in this mode. */
  readonly scope: AccountScope;
  readonly openOrders: number;
  /** Returns a query parameter; empty when it is missing. */
  readonly parameter: (name: string) => string;
}

/** Lets staff in and parses the URL. */
export async function openPage(path: string, query: Query): Promise<DashboardPage> {
  const given = await query;
  const parameter = (name: string): string => [given[name]].flat()[0] ?? "";
  const mode = asMode(parameter("mode"));
  const asked = Object.entries(given).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one ?? ""]),
  );
  const search = new URLSearchParams(asked).toString();
  const staff = await requireStaff(search === "" ? path : `${path}?${search}`);
  const { db } = runtime();
  const scope = staff.scope(mode);
  // Whoever has just chosen a language reads letters in it too.
  if (parameter("lang") !== "")
    await changePerson(db, staff.userId, { locale: (await getLocale()) as Locale });
  const [account, openOrders, locale] = await Promise.all([
    getAccount(db, staff.accountId),
    countOpenOrders(db, scope),
    getLocale() as Promise<Locale>,
  ]);
  return { staff, account, locale, mode, scope, openOrders, parameter };
}

/** The message files that a page's client components need, besides those of every page. */
export type Words = keyof (typeof MESSAGES)["en"];

/** Frames a page's content and gives its client components their messages. */
export async function PageFrame({
  page,
  section,
  path,
  mode = page.mode,
  modePath,
  words = [],
  wide = false,
  children,
}: {
  page: DashboardPage;
  section: Section;
  path: string;
  mode?: Mode;
  modePath?: string;
  words?: readonly Words[];
  wide?: boolean;
  children: ReactNode;
}) {
  const messages = await getMessages();
  const given = Object.fromEntries(
    (["ui", "dashboard", ...words] as const).map((name) => [name, messages[name]]),
  );
  return (
    <NextIntlClientProvider messages={given}>
      <DashboardFrame
        section={section}
        path={path}
        mode={mode}
        {...(modePath === undefined ? {} : { modePath })}
        locale={page.locale}
        user={page.staff}
        shop={identityOf(page.account)}
        openOrders={page.openOrders}
        wide={wide}
      >
        {children}
      </DashboardFrame>
    </NextIntlClientProvider>
  );
}
