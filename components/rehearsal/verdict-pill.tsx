import { Check, CircleAlert, CircleDashed, CircleX, Clock, Hand, Navigation } from "lucide-react";
import { useTranslations } from "next-intl";
import { Pill } from "@/components/ui/pill";
import type { Verdict } from "@/lib/sandbox/certification";

const LOOKS = {
  passed: { icon: Check, tone: "delivered" },
  not_run: { icon: CircleDashed, tone: "cancelled" },
  by_hand: { icon: Hand, tone: "cancelled" },
  under_way: { icon: Navigation, tone: "live" },
  no_endpoint: { icon: CircleAlert, tone: "late" },
  awaiting: { icon: Clock, tone: "new" },
  refused: { icon: CircleX, tone: "bad" },
} as const satisfies Record<Verdict, unknown>;

/** What an account's latest order of a scenario has shown. */
export function VerdictPill({ verdict }: { verdict: Verdict }) {
  const t = useTranslations("rehearsal.verdict");
  return <Pill look={LOOKS[verdict]}>{t(verdict)}</Pill>;
}
