import { LogOut } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { signOut } from "@/app/sign-out";
import { Link } from "@/components/ui/link";
import type { Mode } from "@/lib/accounts/scope";
import { LOCALES, type Locale } from "@/lib/locale/locale";

// What the frames around the operators' pages and the shops' pages have alike.

// Each language is named in itself, so that whoever cannot read the page finds theirs.
const NAMES: Readonly<Record<Locale, string>> = { ru: "Русский", en: "English" };

/** Leads the keyboard past the frame. */
export function SkipLink() {
  const t = useTranslations("ui.frame");
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed focus:left-4 focus:top-3 focus:z-30 focus:bg-page focus:px-3 focus:py-2"
    >
      {t("skip")}
    </a>
  );
}

/** The two modes, of which one is present. */
export function ModeSwitch({ mode, address }: { mode: Mode; address: (mode: Mode) => string }) {
  const t = useTranslations("ui.frame.mode");
  return (
    <ul aria-label={t("label")} className="flex rounded-lg border border-soft bg-page p-0.5 text-sm">
      {(["live", "test"] as const).map((one) => (
        <li key={one} className="flex-1">
          <Link
            href={address(one)}
            aria-current={one === mode ? "true" : undefined}
            className="flex min-h-9 items-center justify-center rounded-md px-3 text-soft hover:text-ink aria-[current=true]:bg-ink aria-[current=true]:font-medium aria-[current=true]:text-page"
          >
            {t(one)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Says in words whether what is here is real. The rail has room for it in both modes, so that a switch moves nothing. */
export function ModeNote({ mode }: { mode: Mode }) {
  const t = useTranslations("ui.frame.mode");
  const look = mode === "test" ? "order-last basis-full text-ink" : "hidden text-soft lg:block";
  return (
    <p className={`text-xs lg:order-none lg:-mt-2 lg:min-h-8 lg:basis-auto ${look}`}>{t(`${mode}_note`)}</p>
  );
}

/** The same page in another language. */
export function LanguageLinks({ address }: { address: (locale: Locale) => string }) {
  const t = useTranslations("ui.frame");
  const current = useLocale();
  return (
    <ul aria-label={t("language")} className="flex lg:px-1">
      {LOCALES.map((one) => (
        <li key={one}>
          {/* A link that Next would fetch ahead would set the cookie. */}
          <a
            href={address(one)}
            lang={one}
            aria-current={one === current ? "true" : undefined}
            aria-label={`${one.toUpperCase()}, ${NAMES[one]}`}
            className="flex min-h-11 min-w-9 items-center justify-center text-sm text-soft uppercase hover:text-ink aria-[current=true]:font-semibold aria-[current=true]:text-ink"
          >
            {one}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Ends the session. */
export function SignOutButton() {
  const t = useTranslations("ui.frame");
  return (
    <form action={signOut}>
      <button
        type="submit"
        title={t("sign_out_hint")}
        className="flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-lg text-sm text-soft hover:text-ink lg:w-full lg:justify-start lg:px-3"
      >
        <LogOut aria-hidden="true" className="size-4" />
        <span className="sr-only lg:not-sr-only">{t("sign_out")}</span>
      </button>
    </form>
  );
}
