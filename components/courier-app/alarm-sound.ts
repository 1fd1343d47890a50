const REPEAT_MS = 2_400;
/** Frequencies in Hz, times in seconds. */
const RING = [
  { hertz: 880, at: 0 },
  { hertz: 1318, at: 0.18 },
  { hertz: 880, at: 0.6 },
  { hertz: 1318, at: 0.78 },
] as const;
const CHIME = RING.slice(0, 2);
const TONE_SECONDS = 0.17;
const LOUDNESS = 0.9;

type Tone = (typeof RING)[number];

/** Synthesized, so that the alarm works without a network. */
function createAlarmSound() {
  let audio: AudioContext | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;

  const play = (tones: readonly Tone[]) => {
    if (audio === null) return;
    // Mobile browsers suspend audio in the background.
    if (audio.state !== "running") void audio.resume().catch(() => {});
    for (const tone of tones) sound(audio, tone);
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    /** Browsers block audio until a user gesture, so a tap calls this. */
    unlock: () => {
      audio ??= typeof AudioContext === "undefined" ? null : new AudioContext();
      if (audio?.state === "suspended") void audio.resume().catch(() => {});
    },
    start: () => {
      stop();
      play(RING);
      timer = setInterval(() => play(RING), REPEAT_MS);
    },
    stop,
    chime: () => play(CHIME),
  };
}

function sound(audio: AudioContext, { hertz, at }: Tone): void {
  const begin = audio.currentTime + at;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = "square";
  oscillator.frequency.value = hertz;
  // Ramps avoid clicks.
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.02);
  gain.gain.linearRampToValueAtTime(0, begin + TONE_SECONDS);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + TONE_SECONDS);
}

export const appSound = createAlarmSound();
export type AlarmSound = typeof appSound;
