import { useEffect } from "react";
import { appSound } from "@/components/courier/alarm-sound";
import { useLocalSetting } from "@/components/courier/use-local-setting";

const KEY = "courier-sound";
const OFF = "off";

export function useSoundSwitch(): { isOn: boolean; toggle: () => void } {
  const [kept, keep] = useLocalSetting(KEY);
  const isOn = kept !== OFF;
  return { isOn, toggle: () => keep(isOn ? OFF : null) };
}

export function useUnlockedSound(): void {
  useEffect(() => {
    const unlock = () => appSound.unlock();
    document.addEventListener("pointerdown", unlock);
    document.addEventListener("keydown", unlock);
    return () => {
      document.removeEventListener("pointerdown", unlock);
      document.removeEventListener("keydown", unlock);
    };
  }, []);
}
