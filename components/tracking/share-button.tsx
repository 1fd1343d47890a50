"use client";

import { useState } from "react";
import { Icon } from "@/components/tracking/icon";

/** Shares the link through the phone's share sheet, or copies it. */
export function ShareButton({ title, share, copied }: { title: string; share: string; copied: string }) {
  const [isCopied, setCopied] = useState(false);
  const onClick = async () => {
    // Without the language, which is the reader's own.
    const url = window.location.origin + window.location.pathname;
    try {
      if (navigator.share === undefined) {
        await navigator.clipboard.writeText(url);
        setCopied(true);
      } else {
        await navigator.share({ title, url });
      }
    } catch {
      // The reader cancelled.
    }
  };
  return (
    <button type="button" className="secondary share" data-copied={isCopied} onClick={onClick}>
      <Icon name="share" />
      <span className="share-label" aria-live="polite">
        {isCopied ? copied : share}
      </span>
    </button>
  );
}
