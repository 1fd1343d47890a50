"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";

let pending: string | null = null;
const followers = new Set<() => void>();

/** Says which page has been asked for and is not there yet; null once it is. */
export function setPending(href: string | null): void {
  pending = href;
  for (const follower of followers) follower();
}

function follow(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

/** Returns the address of the page that is on its way; null while none is. */
export function usePendingPage(): string | null {
  return useSyncExternalStore(
    follow,
    () => pending,
    () => null,
  );
}

let isOwed = false;

/** Says that the page that is shown next was loaded a while ago. */
export function oweRefresh(): void {
  isOwed = true;
}

/** Brings a page up to date that was loaded a while before it was shown. */
export function useOwedRefresh(): void {
  const router = useRouter();
  const place = `${usePathname()}?${useSearchParams()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (!isOwed) return;
    isOwed = false;
    router.refresh();
  }, [place, router]);
}
