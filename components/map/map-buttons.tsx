import { LocateFixed, Minus, Plus } from "lucide-react";

const ZOOMS = [
  { name: "NavigationControl.ZoomIn", step: 1, icon: Plus },
  { name: "NavigationControl.ZoomOut", step: -1, icon: Minus },
] as const;

interface Props {
  controls: Readonly<Record<(typeof ZOOMS)[number]["name"], string>>;
  home: string;
  isAway: boolean;
  onHome: () => void;
  onZoom: ((step: 1 | -1) => void) | null;
}

export const MapButtons = ({ controls, home, isAway, onHome, onZoom }: Props) => (
  <div className="live-map-buttons">
    {isAway && (
      <button type="button" onClick={onHome} className="live-map-return">
        {home}
      </button>
    )}
    <div>
      {onZoom !== null &&
        ZOOMS.map(({ name, step, icon: Icon }) => (
          <button key={name} type="button" data-zoom aria-label={controls[name]} onClick={() => onZoom(step)}>
            <Icon aria-hidden="true" />
          </button>
        ))}
      {!isAway && (
        <button type="button" aria-label={home} onClick={onHome}>
          <LocateFixed aria-hidden="true" />
        </button>
      )}
    </div>
  </div>
);
