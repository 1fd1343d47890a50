"use client";

import { useEffect, useRef } from "react";
import { useSetting } from "@/components/palette/setting";
import { type Exception, exceptionKey } from "@/lib/console/exceptions";

export const SOUND_SETTING = "dropline-ops-sound";

export const useHasSound = (): boolean => useSetting(SOUND_SETTING) !== "off";

const NOTES = [880, 660] as const;
const NOTE_SECONDS = 0.18;
const LOUDNESS = 0.2;

/** Browsers play nothing before the reader has touched the page. */
export function ring(): void {
  try {
    const context = new AudioContext();
    const volume = context.createGain();
    volume.gain.value = LOUDNESS;
    volume.connect(context.destination);
    for (const [index, frequency] of NOTES.entries()) {
      const note = context.createOscillator();
      note.frequency.value = frequency;
      note.connect(volume);
      note.start(context.currentTime + index * NOTE_SECONDS);
      note.stop(context.currentTime + (index + 1) * NOTE_SECONDS);
    }
    setTimeout(() => void context.close(), 1_000);
  } catch {
    // Without sound the page works as before.
  }
}

export function useAlarm(exceptions: readonly Exception[], play: () => void = ring): void {
  const hasSound = useHasSound();
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const bad = exceptions.filter(({ severity }) => severity === "bad").map(exceptionKey);
    const before = known.current;
    known.current = new Set([...(before ?? []), ...bad]);
    if (before !== null && hasSound && bad.some((key) => !before.has(key))) play();
  }, [exceptions, hasSound, play]);
}
