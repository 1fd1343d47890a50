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
import { PermissionsProvider } from "@/components/ui/permissions";
import { preloadFonts } from "@/components/ui/preload-fonts";
import { SignOutProvider } from "@/components/ui/sign-out";
import { UndoProvider } from "@/components/ui/toast";
import { getApprovalState } from "@/lib/accounts/approval";
import type { AccountMember } from "@/lib/accounts/check-session";
import { listPermissions } from "@/lib/accounts/permissions";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import { parseTheme, THEME_COOKIE } from "@/lib/http/theme";
import { runtime } from "@/lib/process/runtime";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("dashboard");
  return { title: { default: t("title"), template: `%s · ${t("title")}` }, robots: { index: false } };
}

async function loadReader(staff: AccountMember | null) {
  if (staff === null) return null;
  const { email, name, roles, accountId } = staff;
  const [account, openOrders] = await Promise.all([requireAccount(accountId), countActiveOrders(staff)]);
  const { timeZone, rejectionReason } = account;
  const approval = {
    state: getApprovalState(account),
    reason: rejectionReason,
    contact: runtime().supportEmail,
  };
  return { user: { email, name, roles }, shop: toShopBranding(account), timeZone, openOrders, approval };
}

// Pages check access themselves, because Next does not render the layout again on navigation.
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  preloadFonts();
  const { ui: words, dashboard } = await getMessages();
  // Most of the texts are about refused input; only pages that find it themselves have them.
  const { problems: _, refusals: __, ...ui } = words;
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  const staff = await currentStaff("account.view");
  const reader = await loadReader(staff);
  const permissions = staff === null ? [] : listPermissions(staff);
  return (
    <NextIntlClientProvider messages={{ ui, dashboard }}>
      <SignOutProvider value={signOut}>
        <div data-theme={theme}>
          <UndoProvider>
            {reader === null ? (
              children
            ) : (
              <PermissionsProvider value={permissions}>
                <DashboardFrame {...reader}>{children}</DashboardFrame>
              </PermissionsProvider>
            )}
          </UndoProvider>
          <OfflineGuard />
        </div>
      </SignOutProvider>
    </NextIntlClientProvider>
  );
}
