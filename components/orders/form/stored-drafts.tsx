"use client";

import { useEffect } from "react";

export const DRAFT_PREFIX = "dropline-draft:";

/** Storage may be unavailable; the form works without it. */
export function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}

export const forget = (name: string) => attempt(() => sessionStorage.removeItem(name));

/** Prevents the next user of this tab from seeing the drafts. */
export function ForgetDrafts() {
  useEffect(() => {
    const names = attempt(() => Object.keys(sessionStorage)) ?? [];
    for (const name of names.filter((one) => one.startsWith(DRAFT_PREFIX))) forget(name);
  }, []);
  return null;
}
