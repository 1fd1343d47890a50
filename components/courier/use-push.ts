import { useCallback, useEffect, useState } from "react";
import {
  type PushStanding,
  pushStanding,
  subscribePush,
  unsubscribePush,
} from "@/components/courier/notification";
import { sendJson } from "@/components/courier/send";
import { useLanguage } from "@/components/ui/use-language";

/** `publicKey` is null where the service sends no push messages. */
export function usePush(publicKey: string | null): {
  standing: PushStanding;
  turnOn: () => void;
  turnOff: () => void;
} {
  const locale = useLanguage();
  const [standing, setStanding] = useState<PushStanding>("unsupported");
  const look = useCallback(async () => {
    setStanding(publicKey === null ? "unsupported" : await pushStanding());
  }, [publicKey]);
  useEffect(() => void look(), [look]);
  const turnOn = useCallback(() => {
    if (publicKey === null) return;
    const tell = async (subscription: object) =>
      (await sendJson("/courier/push", { ...subscription, locale })).status === 204;
    // Without Google's or Apple's services a browser cannot subscribe. The app itself still sounds.
    void subscribePush(publicKey, tell)
      .catch(() => {})
      .then(look);
  }, [publicKey, locale, look]);
  const turnOff = useCallback(() => {
    void unsubscribePush()
      .catch(() => {})
      .then(look);
  }, [look]);
  return { standing, turnOn, turnOff };
}
