import {
  BookOpen,
  FlaskConical,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Map as MapIcon,
  Package,
  Plus,
  Radio,
  ScrollText,
  Settings,
  Tag,
  Users,
  Webhook,
} from "lucide-react";

export type Section =
  | "overview"
  | "orders"
  | "map"
  | "new"
  | "tariff"
  | "keys"
  | "requests"
  | "webhooks"
  | "events"
  | "rehearsal"
  | "docs"
  | "team"
  | "settings";

export interface SectionLink {
  readonly name: Section;
  readonly path: string;
  readonly icon: LucideIcon;
  /** Its subpages show one object of one mode, so the mode switch leads to the list. */
  readonly isList?: true;
  readonly also?: string;
}

export const MAIN_SECTIONS: readonly [SectionLink, ...SectionLink[]] = [
  { name: "overview", path: "/dashboard", icon: LayoutDashboard },
  { name: "orders", path: "/dashboard/orders", icon: Package, isList: true },
  { name: "new", path: "/dashboard/new", icon: Plus, also: "/dashboard/addresses" },
  { name: "map", path: "/dashboard/map", icon: MapIcon },
];

export const FURTHER_SECTIONS: readonly SectionLink[] = [
  { name: "tariff", path: "/dashboard/tariff", icon: Tag },
];

export const DEVELOPER_SECTIONS: readonly SectionLink[] = [
  { name: "keys", path: "/dashboard/keys", icon: KeyRound },
  { name: "requests", path: "/dashboard/requests", icon: ScrollText, isList: true },
  { name: "webhooks", path: "/dashboard/webhooks", icon: Webhook, isList: true },
  { name: "events", path: "/dashboard/events", icon: Radio, isList: true },
  { name: "rehearsal", path: "/dashboard/rehearsal", icon: FlaskConical },
  { name: "docs", path: "/docs", icon: BookOpen },
];

export const ACCOUNT_SECTIONS: readonly SectionLink[] = [
  { name: "team", path: "/dashboard/settings/people", icon: Users },
  { name: "settings", path: "/dashboard/settings", icon: Settings },
];

export const ALL_SECTIONS: readonly [SectionLink, ...SectionLink[]] = [
  ...MAIN_SECTIONS,
  ...FURTHER_SECTIONS,
  ...DEVELOPER_SECTIONS,
  ...ACCOUNT_SECTIONS,
];
