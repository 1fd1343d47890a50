import type { ReactNode } from "react";
import { DocsSidebar } from "@/components/docs/sidebar";

/** A page of the reference, with the operations at the side, or collapsed above it on a phone. */
export function PageFrame({
  children,
  current,
  query,
}: {
  children: ReactNode;
  current?: string;
  query?: string;
}) {
  const sidebar = <DocsSidebar current={current} query={query} />;
  return (
    <div className="mx-auto grid max-w-6xl gap-8 px-4 py-8 sm:px-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="lg:hidden">
        <details className="rounded-lg border border-line p-3">
          <summary className="cursor-pointer py-1 text-sm font-medium">All operations</summary>
          <div className="mt-2">{sidebar}</div>
        </details>
      </div>
      <div className="hidden lg:block">
        <div className="sticky top-20 max-h-[calc(100vh-6rem)] overflow-y-auto">{sidebar}</div>
      </div>
      <main id="main" className="min-w-0">
        {children}
      </main>
    </div>
  );
}
