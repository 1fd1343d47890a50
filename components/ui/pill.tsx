import type { LucideIcon } from "lucide-react";

/** Lime is for what is moving now; finished states have no background. */
const TONES = {
  new: "bg-new-tint px-2 text-new",
  assigned: "bg-assigned-tint px-2 text-assigned",
  live: "bg-live px-2 text-on-live",
  late: "bg-late-tint px-2 text-late",
  bad: "bg-bad-tint px-2 text-bad",
  test: "bg-test-tint px-2 text-test",
  delivered: "text-delivered",
  cancelled: "text-cancelled",
} as const;

export interface PillLook {
  readonly icon: LucideIcon;
  readonly tone: keyof typeof TONES;
}

export const Badge = ({ look: { icon: Icon, tone }, children }: { look: PillLook; children: string }) => (
  <span
    className={`inline-flex min-h-6 items-center gap-1.5 rounded-full text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
  >
    <Icon aria-hidden="true" className="size-3.5 shrink-0 stroke-[2.1]" />
    {children}
  </span>
);
