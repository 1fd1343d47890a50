"use client";

import { Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ComponentType, useEffect, useRef, useState } from "react";
import type { SearchWords } from "@/components/site/search-dialog";
import { useSearchKeys } from "@/components/ui/use-search-keys";

type Dialog = ComponentType<{ locale: string; words: SearchWords; close: () => void }>;

/** Loads the search when it is first opened; without scripts it is a page. */
export function SiteSearch({ locale, words }: { locale: string; words: SearchWords }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [Opened, setOpened] = useState<Dialog | null>(null);
  const keys = useSearchKeys(null);
  const open = () => {
    dialog.current?.showModal();
    import("@/components/site/search-dialog").then(({ SearchDialog }) => setOpened(() => SearchDialog));
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      if (dialog.current?.open === true) dialog.current.close();
      else if (document.querySelector("dialog[open]") === null) open();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
  // The landing page has its own headline.
  const isQuiet = usePathname() === "/";
  return (
    <>
      <a
        href="/docs/search"
        onClick={(event) => {
          event.preventDefault();
          open();
        }}
        aria-keyshortcuts={keys === null ? undefined : "Control+K Meta+K"}
        className={`ml-auto flex size-11 items-center justify-center gap-2 rounded-lg text-sm text-faint hover:bg-hover lg:mr-2 lg:ml-0 lg:h-9 lg:w-[340px] lg:justify-start lg:border lg:border-line lg:pr-2 lg:pl-3 ${isQuiet ? "lg:hidden" : ""}`}
      >
        <Search aria-hidden="true" className="size-5 lg:size-4" />
        <span className="sr-only">{words.open}</span>
        <span aria-hidden="true" className="hidden flex-1 truncate lg:block">
          {words.field}
        </span>
        {keys !== null && (
          <span
            aria-hidden="true"
            className="hidden rounded-md border border-line px-1.5 font-sans text-xs lg:block"
          >
            {keys}
          </span>
        )}
      </a>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself */}
      <dialog
        ref={dialog}
        aria-label={words.open}
        onClose={() => setOpened(null)}
        // The dialog itself is clicked only outside the search.
        onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
        className="mx-auto mt-[8dvh] mb-auto w-[min(40rem,calc(100vw-1rem))] overflow-hidden rounded-xl bg-raised p-0 text-ink shadow-e2 backdrop:bg-black/50"
      >
        {Opened === null ? null : (
          <Opened locale={locale} words={words} close={() => dialog.current?.close()} />
        )}
      </dialog>
    </>
  );
}
