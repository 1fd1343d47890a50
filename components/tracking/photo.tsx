"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * A photo. What the browser has once loaded stays, while the state goes on to newer addresses: those are for whoever
 * comes back to find that the old one no longer opens.
 */
export function Photo({ url, caption, onExpired }: { url: string; caption: string; onExpired: () => void }) {
  const [shown, setShown] = useState(url);
  const [broken, setBroken] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  const ask = useEffectEvent(onExpired);
  if (broken === shown && shown !== url) setShown(url);

  useEffect(() => {
    // It may have failed before the page could listen.
    const { complete = false, naturalWidth = 0, src = "" } = image.current ?? {};
    if (complete && naturalWidth === 0) setBroken(new URL(src).pathname);
  }, []);

  useEffect(() => {
    if (broken === url) ask();
  }, [broken, url]);

  return (
    <figure className="photo">
      {/* biome-ignore lint/performance/noImgElement: its address is secret and short-lived, and it has its size already. */}
      <img ref={image} src={shown} alt={caption} onError={() => setBroken(shown)} />
      <figcaption aria-hidden="true">{caption}</figcaption>
    </figure>
  );
}
