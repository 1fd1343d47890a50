"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useIsWatched } from "@/components/ui/use-is-watched";

/** Loads the page's content anew now and then, for as long as somebody looks. */
export function Refresh({ everyMs }: { everyMs: number }) {
  const router = useRouter();
  const isWatched = useIsWatched();
  useEffect(() => {
    if (!isWatched) return;
    const timer = setInterval(() => router.refresh(), everyMs);
    return () => clearInterval(timer);
  }, [router, isWatched, everyMs]);
  return null;
}
