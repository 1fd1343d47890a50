import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";

export function Section({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="min-w-0">
      <div className="mb-2.5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={heading} className="type-heading">
          {title}
        </h2>
        {note}
      </div>
      {children}
    </section>
  );
}

interface Props {
  id?: string;
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

/** Printed expanded. */
export function FoldedSection({ id, title, note, children }: Props) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="min-w-0">
      <details className="border-b border-line">
        <summary className="summary min-h-13">
          <Chevron />
          <h2 id={heading} className="type-heading">
            {title}
          </h2>
          {note !== undefined && <span className="ml-auto text-sm text-soft">{note}</span>}
        </summary>
        <div id={id} className="scroll-mt-16 pb-6 pl-6">
          {children}
        </div>
      </details>
    </section>
  );
}

export function Disclosure(props: {
  summary: ReactNode;
  /** Only one of this name is open. */
  name?: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  const { summary, name, isOpen = false, children } = props;
  return (
    <details name={name} {...(isOpen ? { open: true } : {})}>
      <summary className="summary min-h-11 text-sm font-medium">
        <Chevron />
        {summary}
      </summary>
      {children}
    </details>
  );
}

/** In a summary. */
export const Chevron = () => <ChevronRight aria-hidden="true" xmlns={undefined} className="summary-mark" />;
