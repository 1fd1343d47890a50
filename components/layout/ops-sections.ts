import {
  Activity,
  Bike,
  Building2,
  type LucideIcon,
  Package,
  Radar,
  ScrollText,
  Tag,
  VectorSquare,
} from "lucide-react";
import type { ServicePermission } from "@/lib/accounts/permissions";

export type OpsSection =
  | "exceptions"
  | "orders"
  | "couriers"
  | "accounts"
  | "tariff"
  | "area"
  | "audit"
  | "health";

interface OpsSectionLink {
  readonly name: OpsSection;
  readonly path: string;
  readonly icon: LucideIcon;
  /** Without it, the section is not shown. */
  readonly needs?: ServicePermission;
}

export const OPS_SECTIONS: readonly [OpsSectionLink, ...OpsSectionLink[]] = [
  { name: "exceptions", path: "/ops", icon: Radar },
  { name: "orders", path: "/ops/orders", icon: Package },
  { name: "couriers", path: "/ops/couriers", icon: Bike },
  { name: "accounts", path: "/ops/accounts", icon: Building2 },
  { name: "tariff", path: "/ops/tariff", icon: Tag },
  { name: "area", path: "/ops/area", icon: VectorSquare },
  { name: "audit", path: "/ops/audit", icon: ScrollText, needs: "service.view_audit" },
  { name: "health", path: "/ops/health", icon: Activity },
];
