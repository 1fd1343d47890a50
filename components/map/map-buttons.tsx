import { LocateFixed, Minus, Plus } from "lucide-react";

/** The map's own buttons, as one group. */
export function MapButtons({
  words,
  home,
  isAway,
  onHome,
  onZoom,
}: {
  words: {
    readonly controls: Readonly<Record<"NavigationControl.ZoomIn" | "NavigationControl.ZoomOut", string>>;
  };
  /** What the way back leads to, in the reader's language. */
  home: string;
  /** Whether the reader has moved the map: then the way back says so. */
  isAway: boolean;
  onHome: () => void;
  onZoom: ((step: 1 | -1) => void) | null;
}) {
  return (
    <div className="live-map-buttons">
      {isAway && (
        <button type="button" onClick={onHome} className="live-map-return">
          {home}
        </button>
      )}
      <div>
        {onZoom !== null && (
          <>
            <button
              type="button"
              data-zoom
              aria-label={words.controls["NavigationControl.ZoomIn"]}
              onClick={() => onZoom(1)}
            >
              <Plus aria-hidden="true" />
            </button>
            <button
              type="button"
              data-zoom
              aria-label={words.controls["NavigationControl.ZoomOut"]}
              onClick={() => onZoom(-1)}
            >
              <Minus aria-hidden="true" />
            </button>
          </>
        )}
        {!isAway && (
          <button type="button" aria-label={home} onClick={onHome}>
            <LocateFixed aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
}
