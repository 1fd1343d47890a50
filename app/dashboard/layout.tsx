import "@/app/globals.css";
import "./dashboard.css";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { countActiveOrders } from "@/app/dashboard/count-active-orders";
import { requireAccount } from "@/app/dashboard/page-frame";
import { currentStaff } from "@/app/session";
import { signOut } from "@/app/sign-out";
import { DashboardFrame } from "@/components/layout/dashboard-frame";
import { OfflineGuard } from "@/components/ui/offline-guard";
import { preloadFonts } from "@/components/ui/preload-fonts";
import { SignOutProvider } from "@/components/ui/sign-out";
import { UndoProvider } from "@/components/ui/toast";
import type { AccountMember } from "@/lib/accounts/check-session";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import { parseTheme, THEME_COOKIE } from "@/lib/http/theme";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("dashboard");
  return { title: { default: t("title"), template: `%s · ${t("title")}` }, robots: { index: false } };
}

async function loadReader(staff: AccountMember | null) {
  if (staff === null) return null;
  const { email, name, role, accountId } = staff;
  const [account, openOrders] = await Promise.all([requireAccount(accountId), countActiveOrders(staff)]);
  const { timeZone } = account;
  return { user: { email, name, role }, shop: toShopBranding(account), timeZone, openOrders };
}

// Pages check access themselves, because Next does not render the layout again on navigation.
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  preloadFonts();
  const { ui: words, dashboard } = await getMessages();
  // Most of the texts are about refused input; only pages that find it themselves have them.
  const { problems: _, refusals: __, ...ui } = words;
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  const reader = await loadReader(await currentStaff());
  return (
    <NextIntlClientProvider messages={{ ui, dashboard }}>
      <SignOutProvider value={signOut}>
        <div data-theme={theme}>
          <UndoProvider>
            {reader === null ? children : <DashboardFrame {...reader}>{children}</DashboardFrame>}
          </UndoProvider>
          <OfflineGuard />
        </div>
      </SignOutProvider>
    </NextIntlClientProvider>
  );
}
