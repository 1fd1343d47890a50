import { useEffect } from "react";
import { type AlarmSound, appSound } from "@/components/courier-app/alarm-sound";
import { hideNotification, showNotification } from "@/components/courier-app/notification";
import { useSoundSwitch } from "@/components/courier-app/use-sound";
import { vibrate } from "@/components/courier-app/vibrate";

const BUZZ_MS = 2_400;
const FLASH_MS = 1_000;
const BUZZ = [400, 150, 400];
const TAG = "offer";

/** Rings with sound, vibration and a changing title, and notifies while the page is hidden. */
export function useAlarm(
  isRinging: boolean,
  { title, text }: { title: string; text: string },
  sound: AlarmSound = appSound,
): void {
  const { isOn } = useSoundSwitch();

  useEffect(() => {
    if (!isRinging || !isOn) return;
    sound.start();
    return () => sound.stop();
  }, [isRinging, isOn, sound]);

  useEffect(() => {
    if (!isRinging) return;
    const usual = document.title;
    const buzz = () => vibrate(BUZZ);
    const flash = () => {
      document.title = document.title === usual ? `● ${title}` : usual;
    };
    const notify = () => {
      if (document.visibilityState === "hidden") void showNotification({ title, text, tag: TAG });
    };
    buzz();
    notify();
    const timers = [setInterval(buzz, BUZZ_MS), setInterval(flash, FLASH_MS)];
    document.addEventListener("visibilitychange", notify);
    return () => {
      for (const timer of timers) clearInterval(timer);
      document.removeEventListener("visibilitychange", notify);
      vibrate(0);
      document.title = usual;
      void hideNotification(TAG);
    };
  }, [isRinging, title, text]);
}
