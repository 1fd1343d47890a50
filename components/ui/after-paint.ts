/**
 * Does work that nobody has to wait for once the next frame is on the screen, in the order in which it was asked for.
 *
 * @returns a function that calls it off
 */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A frame's callbacks run before it is painted, and without a graphics card painting takes a while on other threads:
  // only the frame after it is a sign that it is there.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      timer = setTimeout(work);
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
