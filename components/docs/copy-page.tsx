"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";

export function CopyPage({ href, words }: { href: string; words: { copy: string; copied: string } }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const response = await fetch(href);
    await navigator.clipboard.writeText(await response.text());
    setCopied(true);
  };
  return (
    <a
      href={href}
      onClick={(event) => {
        // Browsers have no clipboard on pages without TLS: there the page opens as Markdown.
        if (navigator.clipboard === undefined) return;
        event.preventDefault();
        copy().catch(() => location.assign(href));
      }}
      className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-lg border border-line px-3.5 text-sm font-medium sm:shrink-0 hover:bg-hover lg:min-h-9"
    >
      {isCopied ? (
        <Check aria-hidden="true" className="size-4 text-delivered" />
      ) : (
        <Copy aria-hidden="true" className="size-4" />
      )}
      <span role="status">{isCopied ? words.copied : words.copy}</span>
    </a>
  );
}
