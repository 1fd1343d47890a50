import {
  Code,
  FlaskConical,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Map as MapIcon,
  Package,
  Plus,
  ScrollText,
  Settings,
  Users,
  Webhook,
} from "lucide-react";

export type Section =
  | "overview"
  | "orders"
  | "map"
  | "new"
  | "keys"
  | "requests"
  | "webhooks"
  | "rehearsal"
  | "docs"
  | "team"
  | "settings";

export interface SectionLink {
  readonly name: Section;
  readonly path: string;
  readonly icon: LucideIcon;
}

/** Everyday work; on a phone these are in the bottom bar. */
export const MAIN_SECTIONS: readonly [SectionLink, ...SectionLink[]] = [
  { name: "overview", path: "/dashboard", icon: LayoutDashboard },
  { name: "orders", path: "/dashboard/orders", icon: Package },
  { name: "new", path: "/dashboard/new", icon: Plus },
  { name: "map", path: "/dashboard/map", icon: MapIcon },
];

/** For developers who connect a shop to the API. */
export const DEVELOPER_SECTIONS: readonly SectionLink[] = [
  { name: "keys", path: "/dashboard/keys", icon: KeyRound },
  { name: "requests", path: "/dashboard/requests", icon: ScrollText },
  { name: "webhooks", path: "/dashboard/webhooks", icon: Webhook },
  { name: "rehearsal", path: "/dashboard/rehearsal", icon: FlaskConical },
  { name: "docs", path: "/docs", icon: Code },
];

/** The account itself. */
export const ACCOUNT_SECTIONS: readonly SectionLink[] = [
  { name: "team", path: "/dashboard/team", icon: Users },
  { name: "settings", path: "/dashboard/settings", icon: Settings },
];

/** All sections, the overview first. */
export const ALL_SECTIONS: readonly [SectionLink, ...SectionLink[]] = [
  ...MAIN_SECTIONS,
  ...DEVELOPER_SECTIONS,
  ...ACCOUNT_SECTIONS,
];
