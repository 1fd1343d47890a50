import { wayLeft } from "@/components/map/way";
import { greatCircleMeters, type Point } from "@/lib/routing/geo";

const JUMP_METERS = 300;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 10_000;

export const glideMs = (sinceLastMs: number | null): number =>
  Math.min(LONGEST_MS, Math.max(SHORTEST_MS, sinceLastMs ?? 0));

/** Skips the animation over long distances, on hidden pages and for readers who want no motion. */
export function isJump(from: Point, to: Point): boolean {
  return (
    greatCircleMeters(from, to) > JUMP_METERS ||
    document.hidden ||
    window.matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}

/** Returns a function that stops the movement. */
export function glide(
  way: readonly Point[],
  ms: number,
  onStep: (left: readonly Point[], heading: number) => void,
): () => void {
  const startedAt = performance.now();
  let frame = 0;
  const step = (now: number) => {
    const part = Math.min(1, Math.max(0, now - startedAt) / ms);
    const { left, heading } = wayLeft(way, part);
    onStep(left, heading);
    if (part < 1) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}
