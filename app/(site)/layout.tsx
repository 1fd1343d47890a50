import "@/app/globals.css";
import type { ReactNode } from "react";
import { SiteHeader } from "@/components/site/header";
import { preloadFonts } from "@/components/ui/preload-fonts";

export default function SiteLayout({ children }: { children: ReactNode }) {
  preloadFonts();
  return (
    <>
      <SiteHeader />
      {children}
      <footer className="mx-auto mt-16 max-w-6xl border-t border-line px-4 py-8 text-sm text-soft sm:px-6">
        Dropline is free software under the MIT license.
      </footer>
    </>
  );
}
