import { useEffect } from "react";

export function useOfflineApp(keepsOffline: boolean): void {
  useEffect(() => {
    if (!keepsOffline || !("serviceWorker" in navigator)) return;
    void keep().catch(() => {
      // Without a service worker, the app works while it stays open.
    });
  }, [keepsOffline]);
}

async function keep(): Promise<void> {
  await navigator.serviceWorker.register("/courier-sw.js", { scope: "/courier" });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: "keep", paths: filesOfThisPage() });
}

function filesOfThisPage(): string[] {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const linked = [...document.querySelectorAll<HTMLLinkElement>("link[href]")].map(({ href }) => href);
  const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[src]")].map(({ src }) => src);
  const paths = [...loaded, ...linked, ...scripts, ...declaredFonts()]
    .map((address) => new URL(address, location.href))
    .filter(
      ({ origin, pathname }) => origin === location.origin && /^\/(?:_next\/static|fonts)\//.test(pathname),
    )
    .map(({ pathname }) => pathname);
  return [...new Set(paths)];
}

/** A screen seen first without a network may need a font that no earlier screen used. */
function declaredFonts(): string[] {
  const sheets = [...document.styleSheets].filter(
    ({ href }) => href === null || new URL(href).origin === location.origin,
  );
  return sheets
    .flatMap(({ cssRules }) => [...cssRules])
    .flatMap((rule) => (rule instanceof CSSFontFaceRule ? [rule.style.getPropertyValue("src")] : []))
    .flatMap((source) => [...source.matchAll(/url\("?([^")]+)"?\)/g)].map(([, address = ""]) => address));
}
