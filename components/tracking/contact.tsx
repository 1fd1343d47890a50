import { formatPhone } from "@/components/tracking/format";
import { Icon } from "@/components/tracking/icon";
import type { PageMessages } from "@/components/tracking/page-messages";
import type { ShopBranding } from "@/lib/accounts/shop-identity";

export function Contact({ shop, words }: { shop: ShopBranding; words: PageMessages["contact"] }) {
  const { phone, url } = shop.contact;
  return (
    <section className="block contact" aria-label={words.title}>
      <p>
        {words.title}
        <strong>{shop.name}</strong>
      </p>
      <div>
        {phone !== null && (
          <a
            href={`tel:${phone}`}
            className="outline"
            aria-label={`${words.callShop} ${formatPhone(phone).shown}`}
          >
            <Icon name="phone" />
            {words.call}
          </a>
        )}
        {url !== null && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className="outline"
            aria-label={words.writeShop}
          >
            <Icon name="chat" />
            {phone === null && words.write}
          </a>
        )}
      </div>
    </section>
  );
}

export function AskShop({ shop, words }: { shop: ShopBranding; words: PageMessages["contact"] }) {
  const { phone, url } = shop.contact;
  if (phone === null && url === null) return <Contact shop={shop} words={words} />;
  return (
    <section className="ask" aria-label={words.title}>
      {phone !== null && (
        <a href={`tel:${phone}`} className="primary">
          <Icon name="phone" />
          <span>
            {words.callShop} <span className="number">{formatPhone(phone).shown}</span>
          </span>
        </a>
      )}
      {url !== null && (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className={phone === null ? "primary" : "secondary"}
        >
          <Icon name="chat" />
          {words.writeShop}
        </a>
      )}
    </section>
  );
}
