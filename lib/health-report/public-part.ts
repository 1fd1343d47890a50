import type { Part } from "@/lib/health-report/part";

/** Parts of the public status page, and the parts of the service that each needs. */
export const PUBLIC_NEEDS = {
  api: ["api", "database"],
  dashboard: ["pages", "database"],
  tracking: ["pages", "database"],
  webhooks: ["webhooks"],
  messages: ["messages"],
} as const satisfies Readonly<Record<string, readonly Part[]>>;

export type PublicPart = keyof typeof PUBLIC_NEEDS;
export const PUBLIC_PARTS = Object.keys(PUBLIC_NEEDS) as readonly PublicPart[];

export const INCIDENT_STATES = ["investigating", "identified", "monitoring", "resolved"] as const;
