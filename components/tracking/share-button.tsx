"use client";

import { useState } from "react";

/** Shares the link through the phone's share sheet, or copies it. */
export function ShareButton({ title, share, copied }: { title: string; share: string; copied: string }) {
  const [isCopied, setCopied] = useState(false);
  const onClick = async () => {
    const { href } = window.location;
    try {
      if (navigator.share === undefined) {
        await navigator.clipboard.writeText(href);
        setCopied(true);
      } else {
        await navigator.share({ title, url: href });
      }
    } catch {
      // The reader cancelled.
    }
  };
  return (
    <button type="button" className="quiet" onClick={onClick}>
      {isCopied ? copied : share}
    </button>
  );
}
