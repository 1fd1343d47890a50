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
  <span className={`badge ${TONES[tone]}`}>
    <Icon aria-hidden="true" />
    {children}
  </span>
);

/** Draws the icons that `ListBadge` refers to, once for a whole list. */
export const BadgeIcons = ({ looks }: { looks: readonly (readonly [name: string, look: PillLook])[] }) => (
  <svg aria-hidden="true" className="hidden">
    {looks.map(([name, { icon: Icon }]) => (
      <Icon key={name} id={`badge-${name}`} className="stroke-[2.1]" />
    ))}
  </svg>
);

export const ListBadge = ({
  name,
  tone,
  children,
}: {
  name: string;
  tone: PillLook["tone"];
  children: string;
}) => (
  <span className={`badge ${TONES[tone]}`}>
    <svg aria-hidden="true" viewBox="0 0 24 24">
      <use href={`#badge-${name}`} />
    </svg>
    {children}
  </span>
);
