import type { Mode } from "@/lib/account-scope";
import { findUrl, isConsole } from "@/lib/urls";

export function parseMode(text: unknown): Mode {
  return text === "test" ? "test" : "live";
}

export function requestMode(request: Request): Mode {
  return parseMode(new URL(request.url).searchParams.get("mode"));
}

export function withMode(path: string, mode: Mode): string {
  if (mode === "live" || !isConsole(findUrl(path.split(/[?#]/, 1)[0] ?? path).url)) return path;
  return `${path}${path.includes("?") ? "&" : "?"}mode=test`;
}
