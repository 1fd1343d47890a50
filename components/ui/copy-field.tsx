"use client";

import { Check, Copy, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SECONDARY } from "@/components/ui/styles";

interface Props {
  value: string;
  label: string;
  look?: string;
  isIcon?: boolean;
  text?: string;
  icon?: LucideIcon;
}

export function CopyButton(props: Props) {
  const { value, label, look = SECONDARY, isIcon = false, text, icon: Icon = Copy } = props;
  const t = useTranslations("ui.copy");
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Pages without TLS have no clipboard; the text can still be selected.
      setCopied(false);
    }
  };
  return (
    <button
      type="button"
      onClick={copy}
      className={look}
      aria-label={text ?? t("copy_what", { what: label })}
    >
      {isCopied ? (
        <Check aria-hidden="true" className="size-4 text-delivered" />
      ) : (
        <Icon aria-hidden="true" className="size-4" />
      )}
      <span role="status" className={isIcon ? "sr-only" : ""}>
        {isCopied ? t("copied") : (text ?? t("copy"))}
      </span>
    </button>
  );
}

export const CopyField = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="mb-1 text-sm font-medium">{label}</dt>
    <dd className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 flex-1 basis-56 rounded-lg bg-fill px-3 py-2.5 text-sm wrap-anywhere select-all">
        {value}
      </code>
      <CopyButton value={value} label={label} />
    </dd>
  </div>
);
