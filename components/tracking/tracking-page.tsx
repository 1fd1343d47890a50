"use client";

import { type CSSProperties, type ReactNode, useEffect, useMemo, useSyncExternalStore } from "react";
import {
  findPositionFreshness,
  lastSeenText,
  withCourierFreshness,
} from "@/components/tracking/connection-state";
import { AskShop, Contact } from "@/components/tracking/contact";
import { FeedbackForm } from "@/components/tracking/feedback-form";
import { formatTime, offsetIn } from "@/components/tracking/format";
import { Headline } from "@/components/tracking/headline";
import { Icon } from "@/components/tracking/icon";
import { IdentityBar, type OtherLanguage } from "@/components/tracking/identity-bar";
import { MapBox } from "@/components/tracking/map-box";
import { Conversation, NoteForm } from "@/components/tracking/note";
import { NotifyButton } from "@/components/tracking/notify-button";
import { formatCode, useOfflinePage } from "@/components/tracking/offline-page";
import { OptOutForm, type OptOutProps } from "@/components/tracking/opt-out-form";
import type { PageMessages } from "@/components/tracking/page-messages";
import { Photo } from "@/components/tracking/photo";
import { RequestForm } from "@/components/tracking/request-form";
import { ShareButton } from "@/components/tracking/share-button";
import { Stops, Where } from "@/components/tracking/stops";
import { tabIconUrl } from "@/components/tracking/tab-icon-url";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { type LiveTracking, useTracking } from "@/components/tracking/use-tracking";

export interface Props {
  readonly address: string;
  readonly initial: TrackingState;
  /** In milliseconds. */
  readonly renderedAt: number;
  readonly words: PageMessages;
  readonly other: OtherLanguage;
  /** Null if there is no map. */
  readonly styleUrl: string | null;
  /** The version of the static street picture; null without one. */
  readonly pictureVersion: string | null;
  /** Null without messages to the recipient. */
  readonly optOut: Omit<OptOutProps, "address"> | null;
}

export const PAGE_ID = "tracking";

/**
 * The page with its props, from which components/tracking/start.tsx makes it live.
 * @param json `Props`: as text, because React serializes each value of an object
 */
export function TrackingPage({ json }: { readonly json: string }) {
  return (
    <div id={PAGE_ID} data-props={json}>
      <LivePage {...JSON.parse(json)} />
    </div>
  );
}

export function LivePage({ address, initial, renderedAt, ...rest }: Props) {
  const { state, ...live } = useTracking(address, initial, renderedAt);
  useOfflinePage(address, state, rest.words, live.offlineSince === null ? live.now : null);
  return state === null ? null : <TrackingContent state={state} address={address} {...live} {...rest} />;
}

export type TrackingProps = Omit<LiveTracking, "state"> &
  Omit<Props, "initial" | "renderedAt"> & { state: TrackingState };

export function TrackingContent({
  state,
  address,
  now,
  offlineSince,
  retry,
  words,
  other,
  optOut,
  ...map
}: TrackingProps) {
  const { locale, tag, courier, orderLabel, phase, shop } = state;
  const hasLine = offlineSince === null;
  const since = offlineSince && formatTime(offlineSince, { locale: tag, zone: state.zone.name });
  const age = findPositionFreshness(state.seenAt, now, hasLine);
  const drawing = useMemo(() => withCourierFreshness(state.drawing, age), [state.drawing, age]);
  const title = hasLine ? state.title : `${words.noConnection} · ${orderLabel}`;
  // With no courier coming, only the shop can answer.
  const asksShop = phase === "cancelled" || phase === "returned" || phase === "going_back";
  const isBrought = phase === "delivered" || phase === "left" || phase === "partly";

  const notify = state.push !== null && (
    <NotifyButton address={address} publicKey={state.push.publicKey} words={words.notify} />
  );

  const isElsewhere = useSyncExternalStore(
    () => () => {},
    () => offsetIn(state.zone.name) !== offsetIn(undefined),
    // Without scripts, the reader's zone is unknown.
    () => true,
  );

  useEffect(() => {
    document.title = title;
  }, [title]);

  return (
    <div
      className="tracking"
      data-phase={phase}
      data-line={hasLine ? "live" : "lost"}
      style={shop.accent === null ? undefined : ({ "--brand": shop.accent } as CSSProperties)}
    >
      <TabIcon url={tabIconUrl(phase, hasLine)} />
      <main id="main" data-map={drawing !== null}>
        <div className="panel">
          <IdentityBar shop={shop} other={other} />
          <div className="sheet">
            {since !== null && (
              <p className="banner" role="alert">
                {words.offline.replace("{time}", since)}{" "}
                <button type="button" onClick={retry}>
                  {words.retry}
                </button>
              </p>
            )}
            <Headline
              state={state}
              seen={lastSeenText(state, words.seen, now, hasLine)}
              age={age}
              estimated={
                since !== null && state.tellsArrival ? words.estimatedAt.replace("{time}", since) : null
              }
            />
            {state.messages.length > 0 && (
              <Conversation address={address} messages={state.messages} words={words} onSaved={retry} />
            )}
            {state.code !== null && (
              <CodeBlock title={words.codeTitle} hint={words.codeHint} code={state.code} />
            )}
            {state.isCodeBlocked && <CodeBlock title={words.codeBlocked} hint={words.codeBlockedHint} />}
            {state.photos.map(({ key, url, caption }) => (
              <Photo key={key} url={url} caption={caption} onExpired={retry} />
            ))}
            {state.canFeedback && (
              <FeedbackForm address={address} feedback={state.feedback} words={words.feedback} />
            )}
            <RequestForm
              address={address}
              request={state.request}
              requests={state.requests}
              decisions={state.decisions}
              words={words.request}
              onSent={retry}
            />
            {asksShop && <AskShop shop={shop} words={words.contact} />}
            {courier !== null && <CourierCard courier={courier} words={words} />}
            {state.canNote && (
              <NoteForm address={address} note={state.note} words={words.note} onSaved={retry} />
            )}
            {courier !== null && notify}
            {state.canChooseWindow && (
              <a href={`${address}/windows`} className="secondary calendar">
                {words.chooseWindow}
              </a>
            )}
            {state.hasCalendar && (
              <a href={`${address}/calendar.ics`} className="secondary calendar" download>
                {words.calendar}
              </a>
            )}
            <Timeline steps={state.steps} title={words.stepsTitle} />
            {state.where !== null && (
              <Where where={state.where} title={words.whereTitle} canCorrect={state.canNote} />
            )}
            {state.buyout !== null && (
              <section className="block">
                <dl className="where">
                  <dt>{words.buyoutTitle}</dt>
                  <dd>{state.buyout}</dd>
                </dl>
              </section>
            )}
            {state.stops.length > 0 && <Stops stops={state.stops} title={words.stopsTitle} />}
            {!asksShop && <Contact shop={shop} words={words.contact} />}
            <footer className="foot">
              <p>
                {orderLabel}
                {isElsewhere && ` · ${state.zone.text}`}
              </p>
              <p>{words.by}</p>
              {optOut !== null && <OptOutForm address={address} {...optOut} />}
              {!state.isFinal && (
                <noscript>
                  <a href="?">{words.update}</a>
                </noscript>
              )}
            </footer>
          </div>
          {!asksShop && !isBrought && (
            <ActionBar call={courier?.call ?? null} title={orderLabel} words={words}>
              {courier === null && notify}
            </ActionBar>
          )}
        </div>
        {drawing !== null && (
          <div className="map-column">
            <MapBox
              drawing={drawing}
              label={state.drawingText}
              words={words.map}
              locale={locale}
              {...map}
              shop={shop}
              isSearching={phase === "new" || phase === "planned" || phase === "replacing"}
            />
          </div>
        )}
      </main>
    </div>
  );
}

function CodeBlock({ title, hint, code }: { title: string; hint: string; code?: string }) {
  return (
    <section className="block code" aria-labelledby="code">
      <h2 id="code">{title}</h2>
      {code !== undefined && <p className="digits">{formatCode(code)}</p>}
      <p>{hint}</p>
    </section>
  );
}

function Timeline({ steps, title }: { steps: TrackingState["steps"]; title: string }) {
  return (
    <section className="block" aria-label={title}>
      <ol className="steps">
        {steps.map(({ key, state, label, at, time }) => (
          <li key={key} data-state={state} aria-current={state === "current" ? "step" : undefined}>
            <span>{label}</span>
            {time !== null && <time dateTime={at ?? undefined}>{time}</time>}
          </li>
        ))}
      </ol>
    </section>
  );
}

type Courier = NonNullable<TrackingState["courier"]>;

function CourierCard({ courier, words }: { courier: Courier; words: PageMessages }) {
  const { name, vehicle, color, plate } = courier;
  return (
    <section className="block courier-card" aria-label={words.courierTitle}>
      <div>
        <h2>{name}</h2>
        <p>
          {color?.css != null && <i className="swatch" style={{ background: color.css }} />}
          {[vehicle, color?.word].filter(Boolean).join(", ")}
        </p>
      </div>
      {plate !== null && (
        <p className="plate">
          <span className="sr-only">{words.plate} </span>
          {plate}
        </p>
      )}
    </section>
  );
}

interface ActionBarProps {
  call: Courier["call"] | null;
  title: string;
  words: PageMessages;
  children: ReactNode;
}

function ActionBar({ call, title, words, children }: ActionBarProps) {
  return (
    <div className="action-bar">
      {call !== null && (
        <a href={call.href} className="primary">
          <Icon name="phone" />
          <span>
            {call.label} <span className="number">{call.number}</span>
          </span>
        </a>
      )}
      {children}
      <ShareButton title={title} share={words.share} copied={words.copied} />
    </div>
  );
}

export function TabIcon({ url }: { url: string }) {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon !== null) icon.href = url;
  }, [url]);
  return null;
}
