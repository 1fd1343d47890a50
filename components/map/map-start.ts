/** What a browser tells about the device and its connection; absent where it does not. */
export interface Means {
  readonly saveData?: boolean | undefined;
  readonly effectiveType?: string | undefined;
  readonly memoryGb?: number | undefined;
  readonly cores?: number | undefined;
}

/** A map takes about half a megabyte and seconds of a weak processor. */
const LEAST_MEMORY_GB = 2;
const LEAST_CORES = 2;

/** Returns whether the map over a picture opens by itself, or only when it is asked for. */
export function startOf({ saveData, effectiveType, memoryGb, cores }: Means): "by itself" | "on demand" {
  const isSlow = saveData === true || /2g|3g/.test(effectiveType ?? "");
  const isWeak = (memoryGb ?? LEAST_MEMORY_GB) < LEAST_MEMORY_GB || (cores ?? LEAST_CORES) < LEAST_CORES;
  return isSlow || isWeak ? "on demand" : "by itself";
}

/** Returns what this browser tells. */
export function meansHere(): Means {
  const { connection, deviceMemory, hardwareConcurrency } = navigator as Navigator & {
    connection?: Pick<Means, "saveData" | "effectiveType">;
    deviceMemory?: number;
  };
  return {
    saveData: connection?.saveData,
    effectiveType: connection?.effectiveType,
    memoryGb: deviceMemory,
    cores: hardwareConcurrency,
  };
}

/** On a wide screen most of the page is map. */
const WIDE = "(min-width: 64rem)";
const SIGNS_OF_USE = ["pointerdown", "touchstart", "wheel", "scroll", "keydown"] as const;
/** A phone's reader has read the sentence by then, and is still here. */
const STAYED_MS = 5_000;

/**
 * Calls back when a map is worth its loading: on a wide screen once the browser is idle, on a phone once the reader
 * touches the page or has stayed for a while.
 *
 * @returns a function that no longer waits
 */
export function whenWorthIt(callback: () => void): () => void {
  if (window.matchMedia(WIDE).matches) return whenIdle(callback);
  let stopIdle = () => {};
  const begin = () => {
    stop();
    stopIdle = whenIdle(callback);
  };
  const timer = setTimeout(begin, STAYED_MS);
  for (const sign of SIGNS_OF_USE) window.addEventListener(sign, begin, { passive: true });
  function stop() {
    clearTimeout(timer);
    stopIdle();
    for (const sign of SIGNS_OF_USE) window.removeEventListener(sign, begin);
  }
  return stop;
}

function whenIdle(callback: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const handle = window.requestIdleCallback(callback, { timeout: 5_000 });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, 1_500);
  return () => clearTimeout(timer);
}
