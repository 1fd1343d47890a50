import type { LucideIcon } from "lucide-react";

/** How a state looks next to its label. */
export interface PillLook {
  readonly icon: LucideIcon;
  /** The text's colour, as a class. */
  readonly color: string;
}

/** A state with an icon, a label and a colour. */
export function Pill({ look: { icon: Icon, color }, children }: { look: PillLook; children: string }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border border-current px-2 py-0.5 text-xs font-medium whitespace-nowrap ${color}`}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {children}
    </span>
  );
}
