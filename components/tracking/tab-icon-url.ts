import type { Phase } from "@/lib/tracking/phase";

type TabIcon = "waiting" | "moving" | "done" | "off";

const LOOKS: Readonly<Record<Phase, TabIcon>> = {
  new: "waiting",
  planned: "waiting",
  checking: "waiting",
  scheduled: "waiting",
  preparing: "waiting",
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

const MARKS: Readonly<Record<TabIcon, string>> = {
  waiting:
    '<circle cx="16" cy="16" r="8.5" fill="none" stroke="#fff" stroke-width="3" stroke-dasharray="4.5 4.4"/>',
  moving: '<path d="M16 6l8 19-8-4.6L8 25z" fill="#d4f23c"/>',
  done: '<path d="M8.5 16.5l5 5 10-11" fill="none" stroke="#d4f23c" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>',
  off: '<path d="M10.5 10.5l11 11m0-11-11 11" stroke="#fff" stroke-width="3.5" stroke-linecap="round"/>',
};

/** A data: URL, because the icon must change while the service is unreachable. */
export function tabIconUrl(phase: Phase, hasLine: boolean): string {
  const look = hasLine ? LOOKS[phase] : "off";
  const ground = look === "off" ? "#5b6660" : "#12211b";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="${ground}"/>${MARKS[look]}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
