"use client";

import { usePathname } from "next/navigation";
import { Link } from "@/components/ui/link";

export function SiteLinks(props: {
  links: readonly { readonly href: string; readonly label: string }[];
  className: string;
}) {
  const { links, className } = props;
  const path = usePathname();
  return links.map(({ href, label }) => (
    <Link
      key={href}
      href={href}
      aria-current={path === href || path.startsWith(`${href}/`) ? "page" : undefined}
      className={className}
    >
      {label}
    </Link>
  ));
}
