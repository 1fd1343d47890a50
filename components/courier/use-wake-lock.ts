import { useEffect } from "react";
import { useLocalSetting } from "@/components/courier/use-local-setting";
import { useClientValue } from "@/components/ui/use-on-device";

const KEY = "courier-awake";
const OFF = "off";

export function useAwakeSwitch(): { isSupported: boolean; isOn: boolean; toggle: () => void } {
  const [kept, keep] = useLocalSetting(KEY);
  const isSupported = useClientValue(() => "wakeLock" in navigator, true);
  const isOn = kept !== OFF;
  return { isSupported, isOn, toggle: () => keep(isOn ? OFF : null) };
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
