import "@/app/globals.css";
import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { currentUser } from "@/app/session";
import { signOut } from "@/app/sign-out";
import { ReaderProvider } from "@/components/layout/ops-fallback-pages";
import { OfflineGuard } from "@/components/ui/offline-guard";
import { PermissionsProvider } from "@/components/ui/permissions";
import { preloadFonts } from "@/components/ui/preload-fonts";
import { SignOutProvider } from "@/components/ui/sign-out";
import { UndoProvider } from "@/components/ui/toast";
import { listPermissions } from "@/lib/accounts/permissions";
import { pickMessages } from "@/messages/pick-messages";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("ops");
  return { title: { default: t("title"), template: `%s · ${t("title")}` }, robots: { index: false } };
}

// Pages check access themselves, because Next does not render the layout again on navigation.
export default async function OpsLayout({ children }: { children: ReactNode }) {
  preloadFonts();
  const messages = await getMessages();
  const { problems: _, refusals: __, ...ui } = messages.ui;
  const words = pickMessages(messages, ["console", "dashboard.palette", "dashboard.undo", "ops.nav"]);
  const user = await currentUser();
  return (
    <NextIntlClientProvider messages={{ ...words, ui }}>
      <ReaderProvider value={user?.accountId === null ? user.email : null}>
        <PermissionsProvider value={user === null ? [] : listPermissions(user)}>
          <SignOutProvider value={signOut}>
            <UndoProvider>{children}</UndoProvider>
            <OfflineGuard />
          </SignOutProvider>
        </PermissionsProvider>
      </ReaderProvider>
    </NextIntlClientProvider>
  );
}
