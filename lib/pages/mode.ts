import type { Mode } from "@/lib/accounts/scope";
import type { Asked } from "@/lib/http/asked";
import { findUrl, isConsole } from "@/lib/urls";

export function asMode(text: unknown): Mode {
  return text === "test" ? "test" : "live";
}

export function modeOf(request: Pick<Asked, "url">): Mode {
  return asMode(new URL(request.url).searchParams.get("mode"));
}

/** Only the dashboard and the operators' pages have modes. */
export function inMode(path: string, mode: Mode): string {
  if (mode === "live" || !isConsole(findUrl(path.split(/[?#]/, 1)[0] ?? path).url)) return path;
  return `${path}${path.includes("?") ? "&" : "?"}mode=test`;
}
