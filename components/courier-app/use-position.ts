import { useCallback, useEffect, useRef, useState } from "react";
import { addFix, deleteAllFixes, deleteFixes, listFixes } from "@/components/courier-app/app-store";
import { setDevicePosition } from "@/components/courier-app/device-position";
import { repeat } from "@/components/courier-app/retry-queue";
import { sendJson } from "@/components/courier-app/send";
import { sendResultFor } from "@/lib/courier-app/app-state";
import {
  type FixRefusal,
  fixTime,
  type GpsIndicator,
  gpsStatus,
  isAccurate,
  isSignificantFix,
  type PositionAnswer,
  type QueuedFix,
} from "@/lib/courier-app/fix-queue";

const LOOK_MS = 2_000;
const TICK_MS = 15_000;
const WATCH: PositionOptions = { enableHighAccuracy: true, maximumAge: 5_000 };

type WatchState = "searching" | "found" | "denied" | "unsupported";

/** Off shift, records nothing. Until the service knows about the shift (`isTaken`), fixes wait on the phone. */
export function usePosition(
  isOn: boolean,
  isTaken: boolean,
  isConnected: boolean,
): { light: GpsIndicator; again: () => void } {
  const [watch, setWatch] = useState<WatchState>("searching");
  const [sentAt, setSentAt] = useState<number | null>(null);
  const [isQueued, setQueued] = useState(false);
  const [refusal, setRefusal] = useState<FixRefusal | null>(null);
  const [startedAt, setStartedAt] = useState(0);
  const [now, setNow] = useState(0);
  const [round, setRound] = useState(0);
  const isTakenNow = useRef(isTaken);

  const send = useCallback(async () => {
    const batch = await listFixes();
    const { fixes } = batch;
    setQueued(fixes.length > 0);
    if (fixes.length === 0 || !isTakenNow.current) return;
    const sent = await sendJson("/courier/positions", { fixes, sentAt: new Date().toISOString() });
    const outcome = sendResultFor(sent.status);
    if (outcome === "later" || outcome === "signed_out") return;
    await deleteFixes(batch);
    setQueued(false);
    if (outcome === "taken") {
      // A response with a body is always a `PositionAnswer`.
      const refusal = (sent.data as PositionAnswer | null)?.refusal ?? null;
      setRefusal(refusal);
      if (refusal === null) setSentAt(Date.now());
      setNow(Date.now());
    }
  }, []);

  useEffect(() => {
    isTakenNow.current = isTaken;
    if (isTaken) void send();
  }, [isTaken, send]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round restarts the watch.
  useEffect(() => {
    if (!isOn) return;
    if (!("geolocation" in navigator)) {
      setWatch("unsupported");
      return;
    }
    setWatch("searching");
    setStartedAt(Date.now());
    setNow(Date.now());
    let last: QueuedFix | null = null;
    let lastKeptAt = 0;
    let latest: QueuedFix | null = null;
    // A phone at rest reports its position once. A fix that came too early is checked again.
    const look = () => {
      if (latest === null || !isSignificantFix(last, latest, Date.now() - lastKeptAt)) return;
      last = latest;
      lastKeptAt = Date.now();
      void addFix(latest).then(send);
    };
    const take = (position: GeolocationPosition) => {
      const fix = toFix(position);
      if (!isAccurate(fix)) return setWatch("searching");
      setWatch("found");
      setDevicePosition(fix);
      latest = fix;
      look();
    };
    const fail = (error: GeolocationPositionError) =>
      setWatch(error.code === error.PERMISSION_DENIED ? "denied" : "searching");
    const { geolocation } = navigator;
    const id = geolocation.watchPosition(take, fail, WATCH);
    const tick = () => {
      setNow(Date.now());
      // The service needs a position even from a phone at rest.
      geolocation.getCurrentPosition(take, () => {}, WATCH);
      void send();
    };
    const stopTicking = repeat(tick, TICK_MS);
    const looking = setInterval(look, LOOK_MS);
    return () => {
      geolocation.clearWatch(id);
      stopTicking();
      clearInterval(looking);
    };
  }, [isOn, round, send]);

  useEffect(() => {
    if (!isOn) return;
    return () => {
      void deleteAllFixes();
      setDevicePosition(null);
      setSentAt(null);
      setRefusal(null);
    };
  }, [isOn]);

  return {
    light: gpsStatus(isOn, watch, { startedAt, sentAt, refusal, isQueued, isConnected }, now),
    again: useCallback(() => setRound((count) => count + 1), []),
  };
}

function toFix({ coords, timestamp }: GeolocationPosition): QueuedFix {
  const { latitude, longitude, heading, accuracy } = coords;
  const isKnown = heading !== null && heading >= 0 && heading <= 360;
  return {
    latitude,
    longitude,
    heading: isKnown ? heading : null,
    accuracyMeters: accuracy,
    at: new Date(fixTime(timestamp, Date.now())).toISOString(),
  };
}
