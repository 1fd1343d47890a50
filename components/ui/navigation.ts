"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { createSharedValue } from "@/components/ui/create-shared-value";

const pendingPage = createSharedValue<string | null>(null);

export const setPending = pendingPage.set;
export const usePendingPage = pendingPage.useValue;

let isOwed = false;

export function markStale(): void {
  isOwed = true;
}

export function useRefreshIfStale(): void {
  const router = useRouter();
  const place = `${usePathname()}?${useSearchParams()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (!isOwed) return;
    isOwed = false;
    router.refresh();
  }, [place, router]);
}
