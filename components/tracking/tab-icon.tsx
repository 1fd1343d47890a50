import { useEffect } from "react";

/** Shows the state as the tab's icon, for a page that is kept in the background. */
export function TabIcon({ url }: { url: string }) {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon !== null) icon.href = url;
  }, [url]);
  return null;
}
