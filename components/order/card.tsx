import { type ReactNode, useId } from "react";
import { CARD } from "@/components/ui/styles";

/** A section of the page with its own heading. */
export function Card({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={`${CARD} p-4 sm:p-5`}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={heading} className="type-heading">
          {title}
        </h2>
        {note}
      </div>
      {children}
    </section>
  );
}
