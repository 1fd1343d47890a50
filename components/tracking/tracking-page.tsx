"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { formatTime } from "@/components/tracking/format";
import { drawingAt, placeAge, type SeenWords, seenText } from "@/components/tracking/line";
import { MapBox, type MapBoxWords } from "@/components/tracking/map-box";
import { ShareButton } from "@/components/tracking/share-button";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { type LiveTracking, useTracking } from "@/components/tracking/use-tracking";

// Few pages show a photo, and only once the courier has been at the door.
const Photo = lazy(() => import("@/components/tracking/photo").then((module) => ({ default: module.Photo })));

/** Strings that are not part of a state. */
export interface PageWords {
  readonly map: MapBoxWords;
  readonly stepsTitle: string;
  readonly stopsTitle: string;
  readonly courierTitle: string;
  readonly plate: string;
  readonly call: string;
  readonly next: string;
  readonly offline: string;
  readonly noConnection: string;
  readonly estimatedAt: string;
  readonly retry: string;
  readonly codeTitle: string;
  readonly codeHint: string;
  readonly share: string;
  readonly copied: string;
  readonly privacy: string;
  readonly seen: SeenWords;
}

interface Props {
  readonly address: string;
  readonly initial: TrackingState;
  /** When the page was rendered, in milliseconds. */
  readonly renderedAt: number;
  readonly words: PageWords;
  /** The style of the interactive map; null for no map. */
  readonly styleUrl: string | null;
  /** The version of the city whose streets the picture shows; null if none are known. */
  readonly pictureVersion: string | null;
}

/** The page behind a tracking link: rendered in full by the server, and kept up to date by the browser. */
export function TrackingPage(props: Props) {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <LivePage {...props} />
    </QueryClientProvider>
  );
}

function LivePage({ address, initial, renderedAt, ...rest }: Props) {
  const { state, now, offlineSince, retry } = useTracking(address, initial, renderedAt);
  return state === null ? null : (
    <Shown state={state} now={now} offlineSince={offlineSince} retry={retry} {...rest} />
  );
}

function Shown({
  state,
  now,
  offlineSince,
  retry,
  words,
  styleUrl,
  pictureVersion,
}: Omit<LiveTracking, "state"> &
  Pick<Props, "words" | "styleUrl" | "pictureVersion"> & { state: TrackingState }) {
  const { locale, courier, orderLabel } = state;
  const hasLine = offlineSince === null;
  const since = offlineSince && formatTime(offlineSince, { locale, zone: state.zone.name });
  const age = placeAge(state.seenAt, now, hasLine);
  const drawing = useMemo(() => drawingAt(state.drawing, age), [state.drawing, age]);
  const seen = seenText(state, words.seen, now, hasLine);
  const title = hasLine ? state.title : `${words.noConnection} · ${orderLabel}`;

  useEffect(() => {
    document.title = title;
  }, [title]);

  return (
    <div className="tracking" data-phase={state.phase} data-line={hasLine ? "live" : "lost"}>
      {since !== null && (
        <p className="banner" role="alert">
          {words.offline.replace("{time}", since)}{" "}
          <button type="button" onClick={retry}>
            {words.retry}
          </button>
        </p>
      )}
      <main id="main">
        <Headline
          state={state}
          estimated={since !== null && state.tellsArrival ? words.estimatedAt.replace("{time}", since) : null}
        />
        {state.code !== null && <DeliveryCode code={state.code} words={words} />}
        {state.photos.map(({ key, url, caption }) => (
          <Suspense key={key} fallback={null}>
            <Photo url={url} caption={caption} onExpired={retry} />
          </Suspense>
        ))}
        {drawing === null && seen !== null && <p className="seen">{seen}</p>}
        {drawing !== null && (
          <div className="map-column">
            <MapBox
              drawing={drawing}
              label={state.drawingText}
              words={words.map}
              locale={locale}
              styleUrl={styleUrl}
              pictureVersion={pictureVersion}
            />
            {seen !== null && <p className="seen">{seen}</p>}
          </div>
        )}
        {courier !== null && <CourierCard courier={courier} words={words} />}
        {courier !== null && <CallBar call={courier.call} words={words} />}
        <Steps steps={state.steps} words={words} />
        {state.stops.length > 0 && <Stops stops={state.stops} title={words.stopsTitle} />}
        <div className="foot">
          <ShareButton title={orderLabel} share={words.share} copied={words.copied} />
          <Zone zone={state.zone} />
          <p>{words.privacy}</p>
        </div>
      </main>
    </div>
  );
}

/** The code in two groups, which are easier to read out. */
function DeliveryCode({ code, words }: { code: string; words: PageWords }) {
  return (
    <section className="card code" aria-labelledby="code">
      <h2 id="code">{words.codeTitle}</h2>
      <p className="digits">
        {code.slice(0, 3)} {code.slice(3)}
      </p>
      <p>{words.codeHint}</p>
    </section>
  );
}

function CallBar({ call, words }: { call: NonNullable<TrackingState["courier"]>["call"]; words: PageWords }) {
  return (
    <div className="call-bar">
      <a href={call.href}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6.600 3.500 9.500 3l1.700 4.300-2 1.600a12 12 0 0 0 5.900 5.900l1.600-2 4.300 1.700-.5 2.900A2.600 2.600 0 0 1 18 19.700 14.200 14.200 0 0 1 4.300 6a2.600 2.600 0 0 1 2.300-2.500Z" />
        </svg>
        <span>
          {words.call} <span className="number">{call.number}</span>
        </span>
      </a>
    </div>
  );
}

/** `estimated`: says how old the arrival estimate is, if it is old. */
function Headline({ state, estimated }: { state: TrackingState; estimated: string | null }) {
  return (
    <header className="headline">
      <p className="order">
        {state.orderLabel}
        {state.test !== null && <span className="test">{state.test}</span>}
      </p>
      <div className="sentence">
        <span className="icon">
          <svg viewBox="0 0 24 24" aria-hidden="true" className="glyph">
            <path d={state.icon} />
          </svg>
        </span>
        <h1>{state.headline}</h1>
      </div>
      {state.was !== null && (
        <p className="was">
          <s>{state.was.text}</s> {state.was.reason}
        </p>
      )}
      {estimated !== null && <p className="was">{estimated}</p>}
      {state.details.map((detail) => (
        <p key={detail} className="detail">
          {detail}
        </p>
      ))}
      {/* Announced once per change of state, not with every position. */}
      <p role="status" className="sr-only">
        {state.announcement}
      </p>
    </header>
  );
}

function CourierCard({
  courier,
  words,
}: {
  courier: NonNullable<TrackingState["courier"]>;
  words: PageWords;
}) {
  return (
    <section className="card courier-card" aria-label={words.courierTitle}>
      <div>
        <h2>{courier.name}</h2>
        <p>
          {courier.vehicle}
          {courier.color !== null && (
            <span className="color">
              {courier.color.css !== null && <i style={{ background: courier.color.css }} />}
              {courier.color.word}
            </span>
          )}
        </p>
      </div>
      {courier.plate !== null && (
        <p className="plate">
          <span className="sr-only">{words.plate} </span>
          {courier.plate}
        </p>
      )}
    </section>
  );
}

function Steps({ steps, words }: { steps: TrackingState["steps"]; words: PageWords }) {
  return (
    <section className="card" aria-label={words.stepsTitle}>
      <ol className="steps">
        {steps.map((step) => (
          <li
            key={step.key}
            data-state={step.state}
            aria-current={step.state === "current" ? "step" : undefined}
          >
            <span>{step.label}</span>
            {step.at === null ? <small>{words.next}</small> : <time dateTime={step.at}>{step.time}</time>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Stops({ stops, title }: { stops: TrackingState["stops"]; title: string }) {
  return (
    <section className="card" aria-label={title}>
      <ul className="stops">
        {stops.map((stop) => (
          <li key={stop.key} data-state={stop.state}>
            <strong>{stop.title}</strong>
            <span>{stop.address}</span>
            <small>{stop.stateText}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Names the delivery's time zone to a reader whose own clock differs from it. */
function Zone({ zone }: { zone: TrackingState["zone"] }) {
  const [differs, setDiffers] = useState(false);
  useEffect(() => {
    const now = new Date();
    const there = now.toLocaleTimeString("en-GB", { timeZone: zone.name });
    setDiffers(there.slice(0, 5) !== now.toLocaleTimeString("en-GB").slice(0, 5));
  }, [zone.name]);
  return differs ? <p>{zone.text}</p> : null;
}
