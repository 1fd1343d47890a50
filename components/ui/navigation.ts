"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";

let pending: string | null = null;
const followers = new Set<() => void>();

export function setPending(href: string | null): void {
  pending = href;
  for (const follower of followers) follower();
}

function follow(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

export const usePendingPage = (): string | null =>
  useSyncExternalStore(
    follow,
    () => pending,
    () => null,
  );

let isOwed = false;

export function oweRefresh(): void {
  isOwed = true;
}

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
