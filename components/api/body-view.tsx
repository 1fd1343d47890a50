"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CopyButton } from "@/components/ui/copy-field";
import { SMALL_GHOST } from "@/components/ui/styles";
import { prettyJson } from "@/lib/api/request-log/request-text";

export function BodyView({ id, title, json }: { id: string; title: string; json: string | null }) {
  const t = useTranslations("requests");
  const [isRaw, setRaw] = useState(false);
  const text = json === null || isRaw ? json : prettyJson(json);
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="type-heading">
          {title}
        </h2>
        {text !== null && (
          <span className="-mr-3.5 flex">
            <button type="button" className={SMALL_GHOST} aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
              {t(isRaw ? "pretty" : "raw")}
            </button>
            <CopyButton value={text} label={title} look={SMALL_GHOST} />
          </span>
        )}
      </div>
      {text === null ? (
        <p className="text-sm text-soft">{t("no_body")}</p>
      ) : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
          tabIndex={0}
          className={`max-h-[32rem] overflow-auto rounded-lg bg-ground p-3 font-mono text-xs leading-relaxed ${isRaw ? "break-all whitespace-pre-wrap" : ""}`}
        >
          {text}
        </pre>
      )}
    </section>
  );
}
