"use client";

import { useEffect, useSyncExternalStore } from "react";

let shown: number | null = null;
const followers = new Set<() => void>();

function set(count: number | null): void {
  shown = count;
  for (const follower of followers) follower();
}

function follow(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

export const useExceptionCount = (): number | null =>
  useSyncExternalStore(
    follow,
    () => shown,
    () => null,
  );

export function useShownCount(count: number): void {
  useEffect(() => {
    set(count);
    const bare = document.title.replace(/^\(\d+\) /, "");
    document.title = count === 0 ? bare : `(${count}) ${bare}`;
  }, [count]);
  useEffect(
    () => () => {
      set(null);
      document.title = document.title.replace(/^\(\d+\) /, "");
    },
    [],
  );
}
