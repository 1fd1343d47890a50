import {
  BookOpen,
  ChartColumn,
  FlaskConical,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Map as MapIcon,
  MessageSquareText,
  Package,
  Plus,
  Radio,
  ReceiptText,
  ScrollText,
  Settings,
  Tag,
  Users,
  Webhook,
} from "lucide-react";
import type { AccountPermission } from "@/lib/accounts/permissions";
import type { MESSAGES } from "@/messages/messages";

/** The messages contain a label for each section. */
export type Section = Exclude<keyof (typeof MESSAGES)["en"]["dashboard"]["nav"], "label" | "developers">;

export interface SectionLink {
  readonly name: Section;
  readonly path: string;
  readonly icon: LucideIcon;
  /** The key that opens the section after `g`. */
  readonly key?: string;
  /** Its subpages show one object of one mode, so the mode switch leads to the list. */
  readonly isList?: true;
  readonly also?: readonly string[];
  /** Without it, the section is not shown. */
  readonly needs?: AccountPermission;
}

export const MAIN_SECTIONS: readonly [SectionLink, ...SectionLink[]] = [
  { name: "overview", path: "/dashboard", icon: LayoutDashboard, key: "h" },
  { name: "orders", path: "/dashboard/orders", icon: Package, key: "o", isList: true },
  {
    name: "new",
    path: "/dashboard/new",
    icon: Plus,
    also: ["/dashboard/addresses", "/dashboard/import"],
    needs: "account.manage_orders",
  },
  { name: "map", path: "/dashboard/map", icon: MapIcon, key: "m" },
];

export const FURTHER_SECTIONS: readonly SectionLink[] = [
  { name: "messages", path: "/dashboard/messages", icon: MessageSquareText },
  { name: "tariff", path: "/dashboard/tariff", icon: Tag, key: "p" },
  {
    name: "statements",
    path: "/dashboard/statements",
    icon: ReceiptText,
    key: "b",
    needs: "account.view_reports",
  },
  { name: "reports", path: "/dashboard/reports", icon: ChartColumn, key: "q", needs: "account.view_reports" },
];

export const DEVELOPER_SECTIONS: readonly SectionLink[] = [
  { name: "keys", path: "/dashboard/keys", icon: KeyRound, key: "k", needs: "account.view_integrations" },
  {
    name: "requests",
    path: "/dashboard/requests",
    icon: ScrollText,
    key: "r",
    isList: true,
    needs: "account.view_integrations",
  },
  {
    name: "webhooks",
    path: "/dashboard/webhooks",
    icon: Webhook,
    key: "w",
    isList: true,
    needs: "account.view_integrations",
  },
  {
    name: "events",
    path: "/dashboard/events",
    icon: Radio,
    key: "v",
    isList: true,
    needs: "account.view_integrations",
  },
  { name: "sandbox", path: "/dashboard/sandbox", icon: FlaskConical, key: "e", needs: "account.use_sandbox" },
  { name: "docs", path: "/docs", icon: BookOpen, key: "d" },
];

export const ACCOUNT_SECTIONS: readonly SectionLink[] = [
  { name: "team", path: "/dashboard/settings/people", icon: Users, key: "t" },
  { name: "settings", path: "/dashboard/settings", icon: Settings, key: "s" },
];

export const ALL_SECTIONS: readonly [SectionLink, ...SectionLink[]] = [
  ...MAIN_SECTIONS,
  ...FURTHER_SECTIONS,
  ...DEVELOPER_SECTIONS,
  ...ACCOUNT_SECTIONS,
];
