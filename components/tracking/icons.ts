import type { Phase } from "@/lib/tracking/phase";

const SEARCH = "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 5 5";
const DOOR = "M6 21V4h12v17M3 21h18M14 12v1";
const CHECK = "M4 12.500 9.500 18 20 6.500";
const BACK = "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3";
const SHOP = "M4 10h16M5.500 10v9h13v-9M4 10l2-5h12l2 5";
export const ICONS: Readonly<Record<Phase, string>> = {
  new: SEARCH,
  scheduled: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4v5l3 2",
  replacing: SEARCH,
  at_pickup: SHOP,
  assigned: SHOP,
  in_progress:
    "M3 7h11v9H3ZM14 10h4l3 3v3h-7M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm10 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  again: "M20 11a8 8 0 0 0-14-4L3 10M3 5v5h5M4 13a8 8 0 0 0 14 4l3-3M21 19v-5h-5",
  undecided:
    "M9 9a3 3 0 1 1 4.500 2.600c-1 .600-1.500 1.100-1.500 2.400M12 18v.010M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  going_back: BACK,
  returned: SHOP,
  left: DOOR,
  partly: CHECK,
  near: "M12 21s-7-6.500-7-12a7 7 0 0 1 14 0c0 5.500-7 12-7 12Zm0-9a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  here: DOOR,
  delivered: CHECK,
  cancelled: "M6 6l12 12M18 6 6 18",
};
