import type { ReactNode } from "react";
import { LINK } from "@/components/ui/styles";

export function EntryLink(props: { href: string; align?: "text-center" | ""; children: ReactNode }) {
  const { href, align = "text-center", children } = props;
  return (
    <p className={`mt-4 text-sm ${align}`}>
      <a href={href} className={`${LINK} inline-flex min-h-11 items-center`}>
        {children}
      </a>
    </p>
  );
}
