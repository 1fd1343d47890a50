export interface DeviceCapabilities {
  readonly saveData?: boolean | undefined;
  readonly effectiveType?: string | undefined;
  readonly memoryGb?: number | undefined;
  readonly cores?: number | undefined;
}

/** A map downloads half a megabyte and takes seconds on a slow processor. */
const LEAST_MEMORY_GB = 2;
const LEAST_CORES = 2;

export function chooseMapStart(device: DeviceCapabilities): "by itself" | "on demand" {
  const { saveData, effectiveType, memoryGb, cores } = device;
  const isSlow = saveData === true || /2g|3g/.test(effectiveType ?? "");
  const isWeak = (memoryGb ?? LEAST_MEMORY_GB) < LEAST_MEMORY_GB || (cores ?? LEAST_CORES) < LEAST_CORES;
  return isSlow || isWeak ? "on demand" : "by itself";
}

export function detectCapabilities(): DeviceCapabilities {
  const { connection, deviceMemory, hardwareConcurrency } = navigator as Navigator & {
    connection?: Pick<DeviceCapabilities, "saveData" | "effectiveType">;
    deviceMemory?: number;
  };
  return {
    saveData: connection?.saveData,
    effectiveType: connection?.effectiveType,
    memoryGb: deviceMemory,
    cores: hardwareConcurrency,
  };
}

export function canDrawMaps(): boolean {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2") ?? canvas.getContext("webgl");
  // A browser keeps few contexts at a time.
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

/** @param rootMargin how far outside the visible part of the page an element counts, as in CSS */
export function whenVisible(element: Element, callback: () => void, rootMargin = "0px"): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      callback();
    },
    { rootMargin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

const WIDE = "(min-width: 64rem)";
const SIGNS_OF_USE = ["pointerdown", "touchstart", "wheel", "scroll", "keydown"] as const;
const STAYED_MS = 5_000;

/** Runs when idle on a wide screen. On a phone, runs when the user touches the page or stays for 5 seconds. */
export function onReadyForMap(callback: () => void): () => void {
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
