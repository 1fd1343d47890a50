import { Fragment } from "react";
import type { TrackingState } from "@/components/tracking/tracking-state";

export function Stops({ stops, title }: { stops: TrackingState["stops"]; title: string }) {
  return (
    <section className="block" aria-label={title}>
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

interface Props {
  where: NonNullable<TrackingState["where"]>;
  title: string;
  canCorrect: boolean;
}

/** `canCorrect`: the reader can complete the door details with a note. */
export function Where({ where, title, canCorrect }: Props) {
  return (
    <section className="block">
      <dl className="where">
        <dt>{title}</dt>
        <dd>
          {where.address}
          <span>
            {where.given}
            {canCorrect && (
              <>
                {"\u00a0· "}
                <a href="#note">{where.correct}</a>
              </>
            )}
          </span>
        </dd>
        {where.values.map(({ name, label, text }) => (
          <Fragment key={name}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
