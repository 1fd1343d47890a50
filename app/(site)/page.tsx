import tzLookup from "@photostructure/tz-lookup";
import { BookOpen, Check, MapPin, Navigation, Package, Phone as PhoneIcon, RotateCw } from "lucide-react";
import { cookies } from "next/headers";
import { useTranslations } from "next-intl";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import type { CSSProperties, ReactNode } from "react";
import { buildAlternates, type Query } from "@/app/alternates";
import { currentUser } from "@/app/session";
import { Code } from "@/components/docs/code";
import { TripScene } from "@/components/site/trip-scene";
import { formatRubles, formatTime, formatWindow } from "@/components/tracking/format";
import { Badge } from "@/components/ui/badge";
import { getLanguage } from "@/components/ui/get-language";
import { Link } from "@/components/ui/link";
import { ShopTile } from "@/components/ui/shop-tile";
import { StatusPill } from "@/components/ui/status-pill";
import { OUTLINE, PRIMARY } from "@/components/ui/styles";
import { getInitial, type ShopBranding } from "@/lib/accounts/shop-identity";
import { readCity } from "@/lib/city/city";
import { pictureVersion } from "@/lib/city/map/map-style-url";
import { SCENE, sceneProjection, toScene } from "@/lib/city/map/scene";
import { config } from "@/lib/config";
import { parseTheme, THEME_COOKIE } from "@/lib/http/theme";
import { getTariff } from "@/lib/pricing/get-tariff";
import { toRubles } from "@/lib/pricing/money";
import { legPrice } from "@/lib/pricing/tariff";
import { runtime } from "@/lib/process/runtime";
import type { DemoAddress } from "@/lib/sandbox/demo/demo-places";
import { findExampleTrip } from "@/lib/sandbox/demo/example-trip";
import { toFirstWindow } from "@/lib/tracking/arrivals/arrival-window";

/** Position of the route's upper end on the phone's map, in pixels. */
const PHONE_MAP = { width: 316, top: 124 };
/** The fraction of the route that is ahead of the courier. */
const AHEAD = 0.58;
const LARGE = "min-h-14 rounded-xl px-[min(1.5rem,7vw)] text-[min(1.0625rem,7vw)] font-semibold";
const PROMISES = ["retries", "errors", "whole", "open"] as const;

export async function generateMetadata({ searchParams }: { searchParams: Promise<Query> }) {
  const [t, locale] = await Promise.all([getTranslations("landing"), getLanguage()]);
  const alternates = buildAlternates(locale, "/", await searchParams, { hasTwin: false });
  return { title: { absolute: t("title") }, alternates };
}

export default async function LandingPage() {
  const [t, format, locale, user, kept] = await Promise.all([
    getTranslations("landing"),
    getFormatter(),
    getLanguage(),
    currentUser(),
    cookies(),
  ]);
  const { db, router, clock } = runtime();
  const now = clock.now();
  const trip = await findExampleTrip({ db, router, at: now }, readCity(config().dataDir), locale);
  const [version, tariff] = await Promise.all([pictureVersion(trip.shop), getTariff(db)]);

  const canSignUp = config().signUp !== "closed";
  const price = formatRubles(Math.round(toRubles(legPrice(tariff, trip.distanceMeters, "M"))), locale);
  const kilometers = (meters: number) =>
    format.number(meters / 1000, { style: "unit", unit: "kilometer", maximumFractionDigits: 1 });
  const telling = { locale: await getLocale(), zone: tzLookup(trip.shop.latitude, trip.shop.longitude) };
  const arrives = formatWindow(toExampleWindow(now, trip.durationSeconds * AHEAD), telling);
  const later = formatWindow(toExampleWindow(now, trip.durationSeconds + 20 * 60), telling);
  const before = new Date(now.getTime() - 25 * 60_000);
  const to = formatAddress(trip.door);

  const shop = { name: t("shop"), accent: "var(--example)", glyph: "white", logoUrl: null } as const;
  const frame = toScene(trip.path);
  const scene = {
    path: trip.path,
    frame,
    version,
    theme: parseTheme(kept.get(THEME_COOKIE)?.value),
    letter: getInitial(shop.name),
  };
  const ends = [trip.path[0] ?? trip.shop, trip.path.at(-1) ?? trip.door].map(sceneProjection(frame));
  const middle = (side: 0 | 1) => ends.reduce((sum, end) => sum + end[side], 0) / ends.length;
  const inPhone = {
    width: SCENE.width,
    height: SCENE.height,
    left: PHONE_MAP.width / 2 - middle(0),
    top: PHONE_MAP.top - Math.min(...ends.map(([, y]) => y)),
  };

  return (
    <main id="main">
      <div
        className="relative overflow-hidden bg-(--map-ground) lg:min-h-209"
        style={{ "--brand": "var(--example)" } as CSSProperties}
      >
        <TripScene {...scene} className="absolute inset-0 max-lg:hidden" />
        <div className="absolute inset-0 bg-[linear-gradient(90deg,var(--map-ground)_0_36%,color-mix(in_srgb,var(--map-ground)_80%,transparent)_42%,transparent_50%)] max-lg:hidden" />
        <div className="relative mx-auto grid max-w-360 grid-cols-1 gap-12 px-4 py-12 sm:px-8 lg:min-h-209 lg:grid-cols-[minmax(0,37.5rem)_1fr] lg:px-20 lg:py-16">
          <div className="min-w-0 lg:pt-14">
            <h1 className="text-[clamp(2.25rem,10vw,4.25rem)] leading-[1.03] font-[650] tracking-[-0.035em] text-balance">
              {t("headline")}
            </h1>
            <p className="mt-6 max-w-130 text-lg text-soft lg:text-xl lg:leading-7.5">{t("text")}</p>
            <p className="mt-8 flex flex-wrap gap-2">
              <Link
                href={user !== null ? "/dashboard" : canSignUp ? "/sign-up" : "/sign-in"}
                className={`${PRIMARY} ${LARGE}`}
              >
                {t(user !== null ? "dashboard" : canSignUp ? "key" : "sign_in")}
              </Link>
              <Link href="/docs" className={`${OUTLINE} ${LARGE}`}>
                <BookOpen aria-hidden="true" className="size-5" />
                {t("docs")}
              </Link>
            </p>
            <p className="mt-4 text-sm text-soft">{t(user === null && !canSignUp ? "ask" : "note")}</p>
          </div>
          <div className="relative flex min-w-0 flex-col items-center gap-8 lg:items-end lg:pr-8">
            <Phone
              shop={shop}
              window={arrives}
              distance={kilometers(trip.distanceMeters * AHEAD)}
              map={<TripScene {...scene} className="absolute max-w-none" style={inPhone} />}
            />
            <ApiResponse
              label={t("order_created")}
              price={toRubles(legPrice(tariff, trip.distanceMeters, "M"))}
            />
          </div>
        </div>
        {version !== null && (
          <a
            href="https://www.openstreetmap.org/copyright"
            className="absolute right-0 bottom-0 bg-(--map-halo)/85 px-2 py-1 text-[0.6875rem] text-(--map-label)"
          >
            © OpenStreetMap
          </a>
        )}
      </div>

      <div className="mx-auto grid max-w-360 grid-cols-1 gap-12 px-4 py-16 sm:px-8 lg:grid-cols-3 lg:px-20 lg:py-18">
        <Feature title={t("price.title")} text={t("price.text")}>
          <Line icon={<MapPin className="size-5 text-soft" />} end={kilometers(trip.distanceMeters)}>
            <b className="font-medium">{to}</b>
          </Line>
          <Line icon={<Package className="size-5 text-soft" />}>{t("price.cargo")}</Line>
          <Line end={t("price.held")}>
            <b className="text-lg font-semibold">{price}</b>
          </Line>
        </Feature>
        <Feature title={t("status.title")} text={t("status.text")}>
          <Line icon={<StatusPill status="in_progress" />} end={arrives}>
            <b className="font-medium">{to}</b>
          </Line>
          <Line icon={<StatusPill status="assigned" />} end={later}>
            <b className="font-medium">{formatAddress(trip.others[0])}</b>
          </Line>
          <Line icon={<StatusPill status="delivered" />} end={formatTime(before, telling)}>
            <b className="font-medium">{formatAddress(trip.others[1])}</b>
          </Line>
        </Feature>
        <Feature title={t("events.title")} text={t("events.text")}>
          <Event name="order.in_progress" end={t("events.answered", { status: "200", ms: "84" })} />
          <Event name="order.assigned" end={t("events.again")} isAgain />
          <Event name="order.created" end={t("events.answered", { status: "200", ms: "91" })} />
        </Feature>
      </div>

      <div className="bg-ground">
        <div className="mx-auto grid max-w-360 grid-cols-1 gap-12 px-4 py-16 sm:px-8 lg:grid-cols-2 lg:px-20 lg:py-18">
          <div>
            <h2 className="type-title">{t("own.title")}</h2>
            <p className="mt-2 max-w-130 text-soft">{t("own.text")}</p>
            <div className="mt-6 max-w-100">
              <Code code="npm start" language="bash" label={t("own.command")} />
            </div>
          </div>
          <ul className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
            {PROMISES.map((name) => (
              <li key={name}>
                <h3 className="type-heading">{t(`own.promises.${name}.title`)}</h3>
                <p className="mt-1 text-soft">{t(`own.promises.${name}.text`)}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </main>
  );
}

const formatAddress = ({ street, building }: DemoAddress): string => `${street}, ${building}`;

function toExampleWindow(now: Date, seconds: number) {
  const toDate = (share: number) => new Date(now.getTime() + seconds * share * 1_000);
  return toFirstWindow({ earliest: toDate(0.85), expected: toDate(1), latest: toDate(1.25) }, now);
}

function ApiResponse({ label, price }: { label: string; price: number }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="max-w-full overflow-x-auto rounded-2xl bg-ground px-4.5 py-4 text-ink shadow-e2 scheme-dark lg:absolute lg:right-76 lg:bottom-0 lg:w-98"
    >
      <pre className="font-mono text-[0.8125rem] leading-5.5 font-medium">
        <span className="text-soft">POST</span> /v1/partner/orders <Said>201</Said>
        {'\n{ "success": true, "data": {\n  "order_code": '}
        <Said>"WG46-GDM8"</Said>
        {',\n  "status": '}
        <Said>"new"</Said>
        {`,\n  "price": ${price},\n  "tracking_url": `}
        <Said>"https://…/t/8fK2…"</Said>
        {"\n} }"}
      </pre>
    </section>
  );
}

function Said({ children }: { children: string }) {
  return <span className="text-link">{children}</span>;
}

function Feature({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col">
      <h2 className="type-title">{title}</h2>
      <p className="mt-2 mb-5 text-soft lg:min-h-18">{text}</p>
      <ul className="rounded-2xl bg-ground px-4 py-1.5 text-sm">{children}</ul>
    </section>
  );
}

function Line({ icon, end, children }: { icon?: ReactNode; end?: string; children: ReactNode }) {
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-2.5 border-line not-last:border-b">
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {end !== undefined && <span className="whitespace-nowrap text-soft">{end}</span>}
    </li>
  );
}

function Event({ name, end, isAgain = false }: { name: string; end: string; isAgain?: boolean }) {
  const Icon = isAgain ? RotateCw : Check;
  return (
    <Line
      icon={<Icon aria-hidden="true" className={`size-4 ${isAgain ? "text-late" : "text-delivered"}`} />}
      end={end}
    >
      <code className="font-mono text-[0.8125rem] font-medium">{name}</code>
    </Line>
  );
}

function Phone(props: {
  shop: Pick<ShopBranding, "name" | "accent" | "glyph" | "logoUrl">;
  window: string;
  distance: string;
  map: ReactNode;
}) {
  const { shop, window, distance, map } = props;
  const t = useTranslations("landing.phone");
  return (
    <figure className="relative z-10 w-79 max-w-full overflow-hidden rounded-[46px] bg-surface shadow-[0_0_0_9px_var(--on-live),0_0_0_10px_var(--edge),0_30px_80px_var(--shade)]">
      <figcaption className="sr-only">{t("label")}</figcaption>
      <div className="relative h-80 overflow-hidden">
        {map}
        <p className="absolute top-4.5 left-3.5 flex items-center gap-2 rounded-xl bg-raised py-1 pr-3 pl-1 text-[0.8125rem] font-semibold shadow-e1">
          <ShopTile shop={shop} />
          {shop.name}
        </p>
      </div>
      <div className="relative -mt-5 rounded-t-[20px] bg-surface px-4.5 pt-5 pb-12">
        <Badge look={{ icon: Navigation, tone: "live" }}>{t("status")}</Badge>
        <p className="mt-2 text-[1.5rem] leading-7.5 font-[650] tracking-[-0.025em]">
          {t("arrives", { window })}
        </p>
        <p className="mt-1.5 text-sm text-soft">{t("distance", { distance })}</p>
        <div className="my-4 flex items-center justify-between gap-3 border-y border-line py-4 text-sm">
          <p>
            <b className="font-semibold">{t("courier")}</b>
            <br />
            <span className="text-soft">{t("car")}</span>
          </p>
          <span className="inline-flex min-h-8 items-center rounded-md border-[1.5px] border-ink px-2.5 font-semibold tracking-wider whitespace-nowrap">
            KBR 482
          </span>
        </div>
        <p className="flex min-h-14 items-center justify-center gap-2.5 rounded-xl bg-fir text-[1.0625rem] font-semibold text-on-fir">
          <PhoneIcon aria-hidden="true" className="size-5" />
          {t("call")}
        </p>
      </div>
    </figure>
  );
}
