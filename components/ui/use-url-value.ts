"use client";

import { useSearchParams } from "next/navigation";

/** A value kept in the page's URL: a reload and a copied link keep it, and Back takes the first choice back. */
export function useUrlValue(name: string): [value: string | null, set: (next: string | null) => void] {
  const parameters = useSearchParams();
  const set = (next: string | null) => {
    const url = new URL(window.location.href);
    if (next === null) url.searchParams.delete(name);
    else url.searchParams.set(name, next);
    if (parameters.has(name)) window.history.replaceState(null, "", url);
    else window.history.pushState(null, "", url);
  };
  return [parameters.get(name), set];
}
