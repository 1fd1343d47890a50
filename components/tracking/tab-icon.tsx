import { useEffect } from "react";
import type { Phase } from "@/lib/tracking/phase";

type Look = "waiting" | "moving" | "done" | "off";

const LOOKS: Readonly<Record<Phase, Look>> = {
  new: "waiting",
  scheduled: "waiting",
  replacing: "waiting",
  assigned: "moving",
  at_pickup: "moving",
  in_progress: "moving",
  near: "moving",
  here: "moving",
  again: "moving",
  undecided: "waiting",
  going_back: "off",
  returned: "off",
  left: "done",
  partly: "done",
  delivered: "done",
  cancelled: "off",
};

/** Shows the state as the tab's icon, for a page that is kept in the background. */
export function TabIcon({ phase, hasLine }: { phase: Phase; hasLine: boolean }) {
  const look = hasLine ? LOOKS[phase] : "off";
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon !== null) icon.href = `/tab-${look}.svg`;
  }, [look]);
  return null;
}
