import { describeTracking } from "@/components/tracking/describe-tracking";
import { config } from "@/lib/config";
import { fileUrl } from "@/lib/files/file-url";
import { chooseLocale, regionalTag } from "@/lib/locale/locale";
import { pushKeys } from "@/lib/notify/push-context";
import { getDefaultLocale } from "@/lib/process/get-default-locale";
import { runtime } from "@/lib/process/runtime";
import { getTracking } from "@/lib/tracking/get-tracking";

export type LoadedPage = Awaited<ReturnType<typeof loadState>>;

export async function loadState(token: string, tag: string) {
  const tracking = await getTracking(runtime(), token);
  if (tracking.kind !== "open") return { kind: tracking.kind };
  const { place, view, lastsMs } = tracking;
  const { clock, fileSecret } = runtime();
  const now = clock.now();
  // The host name that serves the page may differ from the public one.
  const photoUrl = (id: string) => fileUrl({ publicUrl: "", fileSecret }, id, now);
  const pushKey = pushKeys(config())?.publicKey ?? null;
  const state = describeTracking(view, place, tag, now, photoUrl, pushKey);
  // The state is valid for `lastsMs` unless an event arrives earlier.
  return { kind: "open" as const, place, state, lastsMs };
}

/** 410 for an ended link, 404 for an unknown one. */
export const deadLinkStatus = (kind: "unknown" | "gone"): number => (kind === "gone" ? 410 : 404);

/** The tag with which the page was rendered, so that an update keeps its dates and clock. */
export function getRequestedLanguageTag(query: URLSearchParams): string {
  const tag = query.get("lang");
  return regionalTag(chooseLocale({ query: tag }, getDefaultLocale()), tag);
}
