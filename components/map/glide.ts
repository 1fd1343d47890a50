import type { Marker } from "maplibre-gl";

const GLIDE_MS = 1_100;
const JUMP_METERS = 300;
const METERS_PER_DEGREE = 111_195;

/**
 * Moves a marker to its next place: smoothly over a second, or at once when that is far away or the reader prefers
 * reduced motion.
 *
 * @returns a function that stops the movement where it is
 */
export function glideTo(marker: Marker, to: { latitude: number; longitude: number }): () => void {
  const from = marker.getLngLat();
  const north = to.latitude - from.lat;
  const east = to.longitude - from.lng;
  const meters = Math.hypot(north, east * Math.cos((from.lat * Math.PI) / 180)) * METERS_PER_DEGREE;
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (meters === 0) return () => {};
  if (isStill || meters > JUMP_METERS || document.hidden) {
    marker.setLngLat([to.longitude, to.latitude]);
    return () => {};
  }
  const startedAt = performance.now();
  let frame = 0;
  const step = (now: number) => {
    const part = Math.min(1, (now - startedAt) / GLIDE_MS);
    marker.setLngLat([from.lng + east * part, from.lat + north * part]);
    if (part < 1) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}
