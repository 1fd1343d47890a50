import { useEffect } from "react";

export function TabIcon({ url }: { url: string }) {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon !== null) icon.href = url;
  }, [url]);
  return null;
}
