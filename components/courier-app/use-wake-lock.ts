import { useEffect } from "react";
import { useSwitch } from "@/components/courier-app/use-sound";
import { useClientValue } from "@/components/ui/use-client-value";

export function useAwakeSwitch() {
  const isSupported = useClientValue(() => "wakeLock" in navigator, true);
  return { isSupported, ...useSwitch("courier-awake") };
}

/** The browser releases the lock when the page is hidden, so this requests it again. */
export function useWakeLock(isOnShift: boolean): void {
  const { isSupported, isOn } = useAwakeSwitch();
  const isWanted = isOnShift && isOn && isSupported;
  useEffect(() => {
    if (!isWanted || !("wakeLock" in navigator)) return;
    let sentinel: WakeLockSentinel | null = null;
    let isOver = false;
    const ask = async () => {
      if (document.visibilityState !== "visible") return;
      // Rejected on a low battery.
      const lock = await navigator.wakeLock.request("screen").catch(() => null);
      if (isOver) void lock?.release();
      else sentinel = lock;
    };
    void ask();
    document.addEventListener("visibilitychange", ask);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", ask);
      void sentinel?.release();
    };
  }, [isWanted]);
}
