"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { PREVIEW_READY, type Previewed } from "@/components/tracking/preview-messages";
import { ShopTile } from "@/components/ui/shop-tile";
import { CARD, SMALL_GHOST } from "@/components/ui/styles";
import type { ShopIdentity } from "@/lib/accounts/shop-identity";
import { IDENTITY_PREVIEW } from "@/lib/urls";

/** What recipients see of a shop: its tracking pages, and the preview of their links. */
export function IdentityPreview({ shop }: { shop: ShopIdentity }) {
  const t = useTranslations("people.identity");
  return (
    <div className="grid gap-4">
      <Example title={t("preview_page")}>
        <PageExample shop={shop} />
      </Example>
      <Example title={t("preview_message")}>
        <MessageExample shop={shop} />
      </Example>
    </div>
  );
}

function Example({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <figure aria-labelledby={id} className="min-w-0">
      <figcaption id={id} className="mb-1.5 text-xs text-soft">
        {title}
      </figcaption>
      {children}
    </figure>
  );
}

/** The page itself, in a frame of a phone's width: its styles depend on the window that it is in. */
function PageExample({ shop }: { shop: ShopIdentity }) {
  const t = useTranslations("people");
  const frame = useRef<HTMLIFrameElement>(null);
  const [theme, setTheme] = useState<Previewed["theme"]>("light");
  useEffect(() => {
    const tell = () => {
      const told: Previewed = { shop, theme };
      frame.current?.contentWindow?.postMessage(told, window.location.origin);
    };
    const answer = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === PREVIEW_READY) tell();
    };
    tell();
    window.addEventListener("message", answer);
    return () => window.removeEventListener("message", answer);
  }, [shop, theme]);
  return (
    <>
      <iframe
        ref={frame}
        src={IDENTITY_PREVIEW}
        title={t("identity.preview_page")}
        className="h-160 w-full max-w-97.5 rounded-2xl border border-line bg-(--map-ground)"
      />
      <p className="mt-1 flex gap-1">
        {(["light", "dark"] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === theme}
            onClick={() => setTheme(one)}
            className={`${SMALL_GHOST} aria-pressed:bg-fill`}
          >
            {t(`settings.themes.${one}`)}
          </button>
        ))}
      </p>
    </>
  );
}

function MessageExample({ shop }: { shop: ShopIdentity }) {
  const t = useTranslations("people.identity.sample");
  return (
    <div className={`${CARD} overflow-hidden rounded-2xl`}>
      <p className="px-4 pt-3 text-sm">{t("link")}</p>
      <div className="m-3 overflow-hidden rounded-xl bg-fill">
        {/* A letter is not drawn on the picture: only a logo stands there. */}
        <div className="h-28 bg-(--map-ground) p-3">{shop.logoUrl !== null && <ShopTile shop={shop} />}</div>
        <div className="px-3 py-2.5">
          <p className="text-xs text-soft break-words">{shop.name}</p>
          <p className="text-sm font-medium break-words">{t("title")}</p>
          <p className="text-xs text-soft break-words">{t("order")}</p>
        </div>
      </div>
    </div>
  );
}
