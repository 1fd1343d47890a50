import { wayLeft } from "@/components/map/way";
import { greatCircleMeters, type Point } from "@/lib/routing/geo";

const JUMP_METERS = 300;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 10_000;

/** Returns how long a marker takes to its next place: as long as the update was awaited, within reason. */
export const glideMs = (sinceLastMs: number | null): number =>
  Math.min(LONGEST_MS, Math.max(SHORTEST_MS, sinceLastMs ?? 0));

/** Returns whether a marker is put at its next place at once: it is far, nobody looks, or the reader wants no motion. */
export function isJump(from: Point, to: Point): boolean {
  return (
    greatCircleMeters(from, to) > JUMP_METERS ||
    document.hidden ||
    window.matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}

/**
 * Moves something along a way at a steady pace, and tells what is left of the way with each frame.
 *
 * @returns a function that stops the movement where it is
 */
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
