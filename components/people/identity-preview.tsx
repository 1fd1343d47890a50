"use client";

import { MessageCircle, Phone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { ShopTile } from "@/components/ui/shop-tile";
import { CARD } from "@/components/ui/styles";
import type { ShopIdentity } from "@/lib/accounts/shop-identity";

/** What recipients see of a shop: the head and the sheet of its tracking pages, and the preview of their links. */
export function IdentityPreview({ shop }: { shop: ShopIdentity }) {
  const t = useTranslations("people.identity");
  return (
    <div className="grid gap-4">
      <Example title={t("preview_page")}>
        <TrackingExample shop={shop} />
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

const CONTACT =
  "inline-flex min-h-11 items-center gap-2 rounded-lg border border-line px-3 text-sm font-medium [&>svg]:size-5";

function TrackingExample({ shop }: { shop: ShopIdentity }) {
  const t = useTranslations("people.identity.sample");
  const { phone, url } = shop.contact;
  return (
    <div className="overflow-hidden rounded-2xl border border-line bg-(--map-ground)">
      <div className="p-3 pb-10">
        <Chip shop={shop} />
      </div>
      <div className="-mt-5 space-y-1 rounded-t-2xl bg-surface p-4">
        <p className="flex items-center gap-2 text-xs text-soft">
          <span aria-hidden="true" className="size-3 rounded-full border-2 border-on-live bg-live" />
          {t("state")}
        </p>
        <p className="type-title">{t("arrival")}</p>
        <p className="text-sm text-soft">{t("detail")}</p>
        <div className="mt-3 flex flex-wrap items-center gap-2 border-t border-line pt-3">
          <p className="min-w-0 grow text-sm">
            <span className="block text-soft">{t("questions")}</span>
            <span className="font-medium break-words">{shop.name}</span>
          </p>
          {phone !== null && (
            <span className={CONTACT}>
              <Phone aria-hidden="true" />
              {t("call")}
            </span>
          )}
          {url !== null && (
            <span className={CONTACT}>
              <MessageCircle aria-hidden="true" />
              {phone === null ? t("write") : <span className="sr-only">{t("write")}</span>}
            </span>
          )}
        </div>
      </div>
    </div>
  );
}

function Chip({ shop }: { shop: ShopIdentity }) {
  return (
    <p className="inline-flex max-w-full items-center gap-2.5 rounded-xl bg-surface p-1.5 pr-3.5 text-sm font-semibold shadow-e1">
      <ShopTile shop={shop} />
      <span className="truncate">{shop.name}</span>
    </p>
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
