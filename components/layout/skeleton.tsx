"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { usePendingPage, useRefreshIfStale } from "@/components/ui/navigation";

/** Pages that load faster need no skeleton. */
const SHOWN_AFTER_MS = 200;

export function Skeleton() {
  const t = useTranslations("ui");
  useRefreshIfStale();
  const here = usePathname();
  const href = usePendingPage();
  const target = href === null ? null : (href.split(/[?#]/, 1)[0] ?? "");
  const isAway = target !== null && target !== here && target.startsWith("/dashboard");
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isAway) return;
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isAway]);
  if (!isShown || target === null) return null;
  return (
    <div className="absolute inset-0 z-20 bg-surface p-4 sm:p-6" data-testid="skeleton">
      <p role="status" className="sr-only">
        {t("opening")}
      </p>
      <div aria-hidden="true">
        <div className={`${SHAPE} h-10 w-72 max-w-[60%]`} />
        {target === "/dashboard" || target === "/dashboard/map" ? (
          <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
            <div className={`${SHAPE} h-80 rounded-xl lg:h-137`} />
            <Rows count={6} />
          </div>
        ) : (
          <div className="mt-6">
            <Rows count={10} />
          </div>
        )}
      </div>
    </div>
  );
}

const SHAPE = "rounded-md bg-fill";

function Rows({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: shapes are all alike
    <div key={index} className="flex h-12 items-center gap-4 border-b border-line">
      <div className={`${SHAPE} h-4 w-2/5`} />
      <div className={`${SHAPE} ml-auto h-4 w-16`} />
    </div>
  ));
}
