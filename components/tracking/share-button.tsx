"use client";

import { useEffect, useState } from "react";
import { Icon } from "@/components/tracking/icon";

const COPIED_SHOWN_MS = 4_000;

export function ShareButton({ title, share, copied }: { title: string; share: string; copied: string }) {
  const [status, setStatus] = useState("");
  useEffect(() => {
    if (status !== copied) return;
    const timer = setTimeout(() => setStatus(""), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [status, copied]);
  const onClick = async () => {
    // Omits the language, which is the reader's choice.
    const url = window.location.origin + window.location.pathname;
    try {
      if (navigator.share !== undefined) return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      setStatus(copied);
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === "AbortError";
      // The clipboard needs a secure origin.
      if (!isCancelled) setStatus(url);
    }
  };
  return (
    <>
      <button type="button" className="secondary share" onClick={onClick}>
        <Icon name="share" />
        <span className="share-label">{share}</span>
      </button>
      <p aria-live="polite" className="share-status">
        {status}
      </p>
    </>
  );
}
