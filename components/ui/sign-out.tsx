"use client";

import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, useContext } from "react";

export const SignOutProvider = createContext<() => Promise<void>>(async () => {});

export const useSignOut = () => useContext(SignOutProvider);

export function SignOutButton() {
  const t = useTranslations("ui.frame");
  return (
    <form action={useSignOut()} className="lg:basis-full">
      <button
        type="submit"
        className="flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-lg text-sm text-soft hover:text-ink lg:w-full lg:min-h-9 lg:justify-start lg:px-2.5 lg:hover:bg-(--edge)"
      >
        <LogOut aria-hidden="true" className="size-4" />
        <span className="sr-only lg:not-sr-only">{t("sign_out")}</span>
      </button>
    </form>
  );
}
