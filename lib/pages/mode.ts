import type { Mode } from "@/lib/accounts/scope";
import type { Asked } from "@/lib/http/asked";
import { findUrl, isConsole } from "@/lib/urls";

/** The mode that an address or a form names: live, unless it says test. */
export function asMode(text: unknown): Mode {
  return text === "test" ? "test" : "live";
}

/** The mode that a request's address names. */
export function modeOf(request: Pick<Asked, "url">): Mode {
  return asMode(new URL(request.url).searchParams.get("mode"));
}

/** An address of the dashboard or of the operators' pages in one of the modes; others have none. */
export function inMode(path: string, mode: Mode): string {
  if (mode === "live" || !isConsole(findUrl(path.split(/[?#]/, 1)[0] ?? path).url)) return path;
  return `${path}${path.includes("?") ? "&" : "?"}mode=test`;
}
