import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

export function BackLink({ list, children }: { list: string; children: ReactNode }) {
  return (
    <Link
      href={list}
      className="mb-2 inline-flex min-h-11 items-center gap-2 text-sm break-all text-soft hover:text-ink sm:min-h-9 print:hidden"
    >
      <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
      {children}
    </Link>
  );
}

export function DetailRow({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-b border-line py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="text-soft">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

interface SectionProps {
  id: string;
  title: string;
  look?: string;
  children: ReactNode;
}

export function DetailSection({ id, title, look = "min-w-0", children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={look}>
      <h2 id={id} className="mb-2 type-heading">
        {title}
      </h2>
      {children}
    </section>
  );
}

export function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-soft">{term}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
