"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";

/** Keeps a loaded photo when its signed URL is renewed. The new URL is used once the old one fails. */
export function Photo({ url, caption, onExpired }: { url: string; caption: string; onExpired: () => void }) {
  const [shown, setShown] = useState(url);
  const [broken, setBroken] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  const ask = useEffectEvent(onExpired);
  if (broken === shown && shown !== url) setShown(url);

  useEffect(() => {
    // The image may have failed before hydration.
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
