import { Glyph } from "@/components/tracking/icon";
import type { TrackingState } from "@/components/tracking/tracking-state";
import type { Freshness } from "@/lib/couriers/freshness";

interface Props {
  readonly state: TrackingState;
  /** The position's age; null when the reader may not follow the courier. */
  readonly seen: string | null;
  readonly age: Freshness | null;
  readonly estimated: string | null;
}

export function Headline({ state, seen, age, estimated }: Props) {
  const isLost = state.follows && age === null;
  const status = [state.status, isLost ? null : seen].filter((part) => part !== null).join(" · ");
  return (
    <header className="headline">
      <span className="puck">
        <Glyph path={state.icon} />
      </span>
      {status !== "" && (
        <p className="status" data-age={age ?? undefined}>
          {age === null ? <Glyph path={state.icon} /> : <i />}
          <span>{status}</span>
        </p>
      )}
      <h1>{state.headline}</h1>
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
      {isLost && <p className="detail">{seen}</p>}
      {state.test !== null && <p className="test">{state.test}</p>}
      {/* Announced once per change of state, not with every position. */}
      <p role="status" className="sr-only">
        {state.announcement}
      </p>
    </header>
  );
}
