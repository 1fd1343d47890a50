"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { Mode } from "@/lib/account-scope";
import { parseMode } from "@/lib/http/mode";

/** A path outside all other sections belongs to the first section. */
export function useCurrentSection<
  Section extends { readonly path: string; readonly also?: readonly string[] },
>(sections: readonly [Section, ...Section[]]): { path: string; mode: Mode; section: Section } {
  const path = usePathname();
  const mode = parseMode(useSearchParams().get("mode"));
  const [first, ...others] = sections;
  const isIn = (one: Section) =>
    path.startsWith(one.path) || (one.also?.some((also) => path.startsWith(also)) ?? false);
  return { path, mode, section: others.find(isIn) ?? first };
}
