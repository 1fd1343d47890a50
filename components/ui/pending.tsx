"use client";

import { useLinkStatus } from "next/link";

export function Pending() {
  const { pending } = useLinkStatus();
  if (!pending) return null;
  return (
    <span aria-hidden="true" className="absolute inset-x-3 bottom-1 h-0.5 animate-pulse rounded-md bg-ink" />
  );
}
