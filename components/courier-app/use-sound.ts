import { appSound } from "@/components/courier-app/alarm-sound";
import { useSetting, writeSetting } from "@/components/palette/setting";
import { useDocumentEvent } from "@/components/ui/use-document-event";

const OFF = "off";

/** A setting of the phone that is on until the courier turns it off. */
export function useSwitch(name: string): { isOn: boolean; toggle: () => void } {
  const isOn = useSetting(name) !== OFF;
  return { isOn, toggle: () => writeSetting(name, isOn ? OFF : null) };
}

export const useSoundSwitch = () => useSwitch("courier-sound");

export function useUnlockedSound(): void {
  useDocumentEvent("pointerdown", appSound.unlock);
  useDocumentEvent("keydown", appSound.unlock);
}
