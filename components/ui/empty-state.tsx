import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  icon: LucideIcon;
  heading: string;
  children?: ReactNode;
}

export const EmptyState = ({ icon: Icon, heading, children }: Props) => (
  <div className="flex flex-col items-center rounded-xl bg-ground px-6 py-12 text-center">
    <Icon aria-hidden="true" className="size-7 text-soft" />
    <p className="mt-3 type-heading">{heading}</p>
    {children}
  </div>
);
