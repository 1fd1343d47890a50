import "@/app/globals.css";
import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { currentUser } from "@/app/session";
import { signOut } from "@/app/sign-out";
import { ReaderProvider } from "@/components/layout/ops-fallback-pages";
import { OfflineGuard } from "@/components/ui/keep-page";
import { preloadFonts } from "@/components/ui/preload-fonts";
import { SignOutProvider } from "@/components/ui/sign-out";
import { UndoProvider } from "@/components/ui/toast";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("ops");
  return { title: { default: t("title"), template: `%s · ${t("title")}` }, robots: { index: false } };
}

// Pages check access themselves, because Next does not render the layout again on navigation.
export default async function OpsLayout({ children }: { children: ReactNode }) {
  preloadFonts();
  const { console, dashboard, ops, people, performance, statements, ui: words } = await getMessages();
  const { problems: _, refusals: __, ...ui } = words;
  const user = await currentUser();
  return (
    <NextIntlClientProvider
      messages={{
        console,
        ops,
        ui,
        dashboard: { palette: dashboard.palette, undo: dashboard.undo },
        people: { team: people.team },
        performance: { preview: performance.preview },
        statements: { payments: statements.payments },
      }}
    >
      <ReaderProvider value={user?.role === "operator" ? user.email : null}>
        <SignOutProvider value={signOut}>
          <UndoProvider>{children}</UndoProvider>
          <OfflineGuard />
        </SignOutProvider>
      </ReaderProvider>
    </NextIntlClientProvider>
  );
}
