"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";

const SHOWN_MS = 2_000;

export function CopyCode({ text }: { text: string }) {
  const t = useTranslations("try");
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      // Browsers have no clipboard on pages without TLS; the text can still be selected by hand.
      setCopied(null);
    }
  };
  const isCopied = copied === text;
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={copy}
      className="ml-auto inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-lg px-2.5 text-sm font-medium hover:bg-fill sm:min-h-8"
    >
      <Icon aria-hidden="true" className="size-4" />
      <span role="status">{t(isCopied ? "copied" : "copy")}</span>
    </button>
  );
}
