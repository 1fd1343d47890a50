"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { usePageVisible } from "@/components/ui/use-page-visible";

export function Refresh({ everyMs }: { everyMs: number }) {
  const router = useRouter();
  const isWatched = usePageVisible();
  useEffect(() => {
    if (!isWatched) return;
    const timer = setInterval(() => router.refresh(), everyMs);
    return () => clearInterval(timer);
  }, [router, isWatched, everyMs]);
  return null;
}
