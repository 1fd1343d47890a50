import { LocateFixed, Minus, Plus } from "lucide-react";

interface Props {
  words: {
    readonly controls: Readonly<Record<"NavigationControl.ZoomIn" | "NavigationControl.ZoomOut", string>>;
  };
  home: string;
  isAway: boolean;
  onHome: () => void;
  onZoom: ((step: 1 | -1) => void) | null;
}

export const MapButtons = ({ words, home, isAway, onHome, onZoom }: Props) => (
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
