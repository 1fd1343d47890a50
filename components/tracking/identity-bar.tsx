import { Icon } from "@/components/tracking/icon";
import { ShopTile } from "@/components/ui/shop-tile";
import type { ShopBranding } from "@/lib/accounts/shop-identity";
import type { Locale } from "@/lib/locale/locale";

/** Both texts are in that other language. */
export interface OtherLanguage {
  readonly locale: Locale;
  readonly name: string;
  readonly label: string;
}

export function IdentityBar({ shop, other }: { shop: ShopBranding; other: OtherLanguage }) {
  return (
    <div className="identity">
      <p className="chip">
        <ShopTile shop={shop} />
        <span className="shop-name">{shop.name}</span>
      </p>
      {/* A plain link works without scripts; the response stores the choice. */}
      <a
        className="chip language"
        href={`?lang=${other.locale}`}
        hrefLang={other.locale}
        lang={other.locale}
        rel="alternate"
        aria-label={other.label}
      >
        <Icon name="language" />
        <span>{other.name}</span>
      </a>
    </div>
  );
}
