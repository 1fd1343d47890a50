import type { Point } from "@/lib/point";
import "./trip-scene.css";
import type { CSSProperties } from "react";
import { SIGNS } from "@/components/map/marker-look";
import type { Frame } from "@/lib/city/map/frame";
import { SCENE, sceneAddress, sceneProjection } from "@/lib/city/map/scene";
import type { Theme } from "@/lib/http/theme";

export function TripScene(props: {
  /** At least two places. */
  path: readonly Point[];
  frame: Frame;
  version: string | null;
  theme: Theme;
  letter: string;
  className: string;
  style?: CSSProperties;
}) {
  const { path, frame, version, theme, letter, className, style } = props;
  const spots = path.map(sceneProjection(frame));
  const [from, to] = [spots[0], spots.at(-1)];
  if (from === undefined || to === undefined) return null;
  const way = `M${spots.map((spot) => spot.join(" ")).join("L")}`;
  return (
    <div aria-hidden="true" className={`scene ${className}`} style={style}>
      {version !== null && <Streets version={version} frame={frame} theme={theme} />}
      <svg
        viewBox={`0 0 ${SCENE.width} ${SCENE.height}`}
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
      >
        <path d={way} className="scene-driven" />
        <path d={way} pathLength="1" className="scene-ahead" data-role="casing" />
        <path d={way} pathLength="1" className="scene-ahead" />
        <g transform={`translate(${from.join(" ")})`} className="scene-shop">
          <rect x="-17" y="-17" width="34" height="34" rx="10" />
          <text y="6" textAnchor="middle">
            {letter}
          </text>
        </g>
        <g transform={`translate(${to.join(" ")})`} className="scene-door">
          <path d="M0 0c-2-6-17-13-17-29a17 17 0 0 1 34 0c0 16-15 23-17 29z" />
          <path d={SIGNS.house} transform="translate(-9 -38) scale(.75)" />
        </g>
        <g className="scene-courier" style={{ offsetPath: `path("${way}")` }}>
          <circle r="35" className="scene-halo" />
          <circle r="22" className="scene-puck" />
          <path d={SIGNS.arrow} transform="rotate(90) translate(-12 -12)" />
        </g>
      </svg>
    </div>
  );
}

function Streets({ version, frame, theme }: { version: string; frame: Frame; theme: Theme }) {
  const usual = sceneAddress(version, frame, theme === "dark" ? "dark" : "light");
  return (
    <picture>
      {theme === "system" && (
        <source media="(prefers-color-scheme: dark)" srcSet={sceneAddress(version, frame, "dark")} />
      )}
      <img src={usual} alt="" width={SCENE.width} height={SCENE.height} />
    </picture>
  );
}
