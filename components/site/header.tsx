import Link from "next/link";
import { Logo } from "@/components/site/logo";

const LINKS = [
  { href: "/docs", label: "API reference" },
  { href: "/docs/errors", label: "Errors" },
  { href: "/changelog", label: "Changelog" },
] as const;

/** The bar at the top of every public page. */
export function SiteHeader() {
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-surface/95 backdrop-blur">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:left-4 focus:top-3 focus:bg-surface focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 sm:px-6">
        <Link href="/" className="flex items-center gap-2 py-1 type-heading tracking-tight">
          <Logo className="size-6" />
          Dropline
        </Link>
        <nav aria-label="Site" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {LINKS.map(({ href, label }) => (
            <Link key={href} href={href} className="py-1.5 text-soft hover:text-ink hover:underline">
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </header>
  );
}
