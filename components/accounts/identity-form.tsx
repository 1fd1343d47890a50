"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Facts } from "@/components/accounts/settings-section";
import { PREVIEW_READY, type PreviewMessages } from "@/components/tracking/preview-messages";
import { ActionForm, FieldFrame, SubmitButton, TextField, useControl } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { ShopTile } from "@/components/ui/shop-tile";
import { CARD, INPUT, SECONDARY, SMALL_GHOST } from "@/components/ui/styles";
import { type IdentityColumns, type ShopBranding, toShopBranding } from "@/lib/accounts/shop-identity";
import { IDENTITY_PREVIEW } from "@/lib/urls";

/** The tile's own color. */
const NO_ACCENT = "#123b2f";

const FIELDS = ["brand_name", "accent", "contact_phone", "contact_url"] as const;
type Draft = Record<(typeof FIELDS)[number], string>;
type Logo = "kept" | "removed" | File;

export function IdentityForm({ account, action }: { account: IdentityColumns; action: FormAction }) {
  const t = useTranslations("people.identity");
  const initial = toDraft(account);
  const [draft, setDraft] = useState(initial);
  const [logo, setLogo] = useState<Logo>("kept");
  const logoUrl = useLogoUrl(logo, toShopBranding(account).logoUrl);
  // React clears file fields after each action, even after a refusal.
  const send: FormAction = (state, form) => {
    form.delete("logo");
    if (logo instanceof File) form.set("logo", logo);
    form.set("remove_logo", String(logo === "removed"));
    return action(state, form);
  };
  const follow = ({ currentTarget }: FormEvent<HTMLElement>) => {
    const form = currentTarget.closest("form");
    if (form === null) return;
    const typed = new FormData(form);
    setDraft(Object.fromEntries(FIELDS.map((name) => [name, String(typed.get(name) ?? "")])) as Draft);
  };
  return (
    <ActionForm
      action={send}
      fields={Object.fromEntries([...FIELDS, "logo"].map((name) => [name, t(name)]))}
      done={() => <p className="mt-3 text-sm text-delivered">{t("saved")}</p>}
      onDone={() => setLogo("kept")}
    >
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2" onChange={follow}>
        <div className="space-y-4">
          <TextField
            name="brand_name"
            label={t("brand_name")}
            hint={t("brand_name_hint", { name: account.name })}
            initial={initial.brand_name}
            autoComplete="organization"
          />
          <LogoField
            hasLogo={logoUrl !== null}
            choose={setLogo}
            remove={() => setLogo(account.logo === null ? "kept" : "removed")}
          />
          <div className="flex items-start gap-2">
            <div className="grow">
              <TextField name="accent" label={t("accent")} hint={t("accent_hint")} initial={initial.accent} />
            </div>
            <input
              type="color"
              aria-label={t("accent_pick")}
              value={parseColor(draft.accent) ?? NO_ACCENT}
              onChange={({ target }) => {
                const text = target.form?.elements.namedItem("accent");
                if (text instanceof HTMLInputElement) text.value = target.value;
              }}
              className="mt-6 h-11 w-14 cursor-pointer rounded-lg border border-field-line bg-surface p-1"
            />
          </div>
          {(["contact_phone", "contact_url"] as const).map((name) => (
            <TextField
              key={name}
              name={name}
              label={t(name)}
              hint={t(`${name}_hint`)}
              initial={initial[name]}
              {...(name === "contact_phone" ? ({ type: "tel", autoComplete: "tel" } as const) : {})}
            />
          ))}
          <SubmitButton>{t("save")}</SubmitButton>
        </div>
        <IdentityPreview
          shop={{
            ...toShopBranding({
              ...account,
              brandName: draft.brand_name.trim() || null,
              accent: parseColor(draft.accent),
              contactPhone: draft.contact_phone.trim() || null,
              contactUrl: draft.contact_url.trim() || null,
            }),
            logoUrl,
          }}
        />
      </div>
    </ActionForm>
  );
}

function LogoField(props: { hasLogo: boolean; choose: (logo: Logo) => void; remove: () => void }) {
  const { hasLogo, choose, remove } = props;
  const t = useTranslations("people.identity");
  const hint = t("logo_hint");
  return (
    <FieldFrame name="logo" label={t("logo")} hint={hint}>
      <div className="flex flex-wrap items-center gap-2">
        <input
          {...useControl("logo", hint).attributes}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          onChange={({ target }) => choose(target.files?.[0] ?? "kept")}
          className={`${INPUT} w-auto max-w-full min-w-0 grow py-2 file:mr-3 file:cursor-pointer file:rounded-md file:border-0 file:bg-fill file:px-3 file:py-1 file:text-sm file:text-ink`}
        />
        {hasLogo && (
          <button
            type="button"
            className={SECONDARY}
            onClick={(event) => {
              const file = event.currentTarget.form?.elements.namedItem("logo");
              if (file instanceof HTMLInputElement) file.value = "";
              remove();
            }}
          >
            {t("logo_remove")}
          </button>
        )}
      </div>
    </FieldFrame>
  );
}

export function IdentityFacts({ account }: { account: IdentityColumns }) {
  const t = useTranslations("people.identity");
  const none = t("none");
  const facts = [
    [t("brand_name"), toShopBranding(account).name],
    [t("accent"), account.accent ?? none],
    [t("contact_phone"), account.contactPhone ?? none],
    [t("contact_url"), account.contactUrl ?? none],
  ] as const;
  return (
    <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
      <div>
        <Facts facts={facts} />
        <p className="mt-4 text-xs text-soft">{t("owners_change")}</p>
      </div>
      <IdentityPreview shop={toShopBranding(account)} />
    </div>
  );
}

function toDraft(account: IdentityColumns): Draft {
  return {
    brand_name: account.brandName ?? "",
    accent: account.accent ?? "",
    contact_phone: account.contactPhone ?? "",
    contact_url: account.contactUrl ?? "",
  };
}

function parseColor(text: string): string | null {
  const color = text.trim().toLowerCase();
  return /^#[0-9a-f]{6}$/.test(color) ? color : null;
}

function useLogoUrl(logo: Logo, kept: string | null): string | null {
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => {
    if (!(logo instanceof File)) return;
    const url = URL.createObjectURL(logo);
    setChosen(url);
    return () => {
      URL.revokeObjectURL(url);
      setChosen(null);
    };
  }, [logo]);
  if (logo instanceof File) return chosen;
  return logo === "removed" ? null : kept;
}

function IdentityPreview({ shop }: { shop: ShopBranding }) {
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

/** In an iframe as wide as a phone, because the page's styles depend on the window width. */
function PageExample({ shop }: { shop: ShopBranding }) {
  const t = useTranslations("people");
  const frame = useRef<HTMLIFrameElement>(null);
  const [theme, setTheme] = useState<PreviewMessages["theme"]>("light");
  useEffect(() => {
    const send = () => {
      const message: PreviewMessages = { shop, theme };
      frame.current?.contentWindow?.postMessage(message, window.location.origin);
    };
    const answer = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === PREVIEW_READY) send();
    };
    send();
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

function MessageExample({ shop }: { shop: ShopBranding }) {
  const t = useTranslations("people.identity.sample");
  return (
    <div className={`${CARD} overflow-hidden rounded-2xl`}>
      <p className="px-4 pt-3 text-sm">{t("link")}</p>
      <div className="m-3 overflow-hidden rounded-xl bg-fill">
        {/* Shows the logo or nothing, but never the shop's initial. */}
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
