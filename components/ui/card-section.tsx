import type { ReactNode } from "react";
import { CARD } from "@/components/ui/styles";

interface Props {
  id: string;
  heading: string;
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}

export const CardSection = ({ id, heading, note, className = "", children }: Props) => (
  <section aria-labelledby={id} className={`${CARD} min-w-0 p-5 ${className}`}>
    <h2 id={id} className={`type-heading ${note === undefined ? "mb-3" : "mb-1"}`}>
      {heading}
    </h2>
    {note !== undefined && <p className="mb-4 text-sm text-soft">{note}</p>}
    {children}
  </section>
);
