"use client";

import { useTranslations } from "next-intl";
import { useContext } from "react";
import { OrderSection } from "@/components/orders/detail/order-section";
import type { FailureState, ProofState, StopState } from "@/components/orders/detail/order-state";
import { useDistance } from "@/components/orders/detail/use-distance";
import { DateTime } from "@/components/ui/date-time";

interface StopOutcomeProps {
  stop: StopState;
  index: number;
  code: string;
  isReturned?: boolean;
}

export function StopOutcome({ stop, index, code, isReturned = false }: StopOutcomeProps) {
  const t = useTranslations("order.stops");
  const tStop = useTranslations("stop");
  const { asked, attempts, completedAt, failure, proof } = stop;
  return (
    <>
      {failure !== null && <Failure failure={failure} attempts={attempts} isReturned={isReturned} />}
      {failure === null && attempts > 0 && <p className="text-late">{t("tried", { count: attempts })}</p>}
      {completedAt === null && failure === null && asked.length > 0 && (
        <p className="text-soft">
          {t("asked", { list: asked.map((kind) => tStop(kind).toLowerCase()).join(", ") })}
        </p>
      )}
      {completedAt === null && failure === null && stop.isCodeBlocked && (
        <p className="text-late">{t("code_blocked")}</p>
      )}
      {completedAt === null && stop.code !== null && !stop.isCodeBlocked && (
        <p>
          {t("code")} <strong className="font-mono text-base tracking-widest">{stop.code}</strong>
          <span className="block text-xs text-soft">{t("code_hint")}</span>
        </p>
      )}
      {proof !== null && <Proof proof={proof} index={index} code={code} />}
    </>
  );
}

interface FailureProps {
  failure: FailureState;
  attempts: number;
  isReturned: boolean;
}

function Failure({ failure, attempts, isReturned }: FailureProps) {
  const t = useTranslations("order.stops");
  const reasons = useTranslations("order.failures");
  const { at, calls, comment, reason, resolution } = failure;
  const outcome = resolution === "return" && isReturned ? "returned" : resolution;
  return (
    <div className="space-y-1 border-l-2 border-bad pl-3">
      <p className="font-medium text-bad">
        {t.rich("failed", { reason: reasons(reason), time: () => <DateTime at={at} short /> })}
      </p>
      {comment !== null && <p className="whitespace-pre-line">{comment}</p>}
      <p className="text-soft">
        {t("tries", { count: attempts })} · {t("calls", { count: calls })}
      </p>
      <p className={resolution === "ask" ? "text-late" : "text-soft"}>{t(`resolutions.${outcome}`)}</p>
    </div>
  );
}

function Proof({ proof, index, code }: { proof: ProofState; index: number; code: string }) {
  const t = useTranslations("order.stops.proof");
  const distance = useDistance();
  const { distanceMeters, overrideReason, photos, signature, signerName } = proof;
  const pictures = photos.map((id, number) => {
    return { id, label: t("photo", { stop: index, number: number + 1 }), isDrawn: false };
  });
  const signed = t("signature", { name: signerName ?? "" });
  if (signature !== null) pictures.push({ id: signature, label: signed, isDrawn: true });
  return (
    <div className="space-y-1.5 pt-1">
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {pictures.map((picture) => (
            <li key={picture.id}>
              <Picture code={code} {...picture} />
            </li>
          ))}
        </ul>
      )}
      {signerName !== null && <p>{t("signed", { name: signerName })}</p>}
      {proof.code === "matched" && <p>{t("code_matched")}</p>}
      {proof.code === "overridden" && (
        <p className="text-late">{t("code_overridden", { reason: overrideReason ?? "" })}</p>
      )}
      {distanceMeters !== null && (
        <p className="text-soft">{t("distance", { distance: distance(distanceMeters) })}</p>
      )}
    </div>
  );
}

interface PictureProps {
  code: string;
  id: string;
  label: string;
  isDrawn?: boolean;
}

function Picture({ code, id, label, isDrawn = false }: PictureProps) {
  const address = `${useContext(OrderSection)}/${code}/proof/${id}`;
  return (
    <a href={address} target="_blank" rel="noreferrer" title={label} className="block">
      {/* biome-ignore lint/performance/noImgElement: it is kept as small as pages show it, and only for its account. */}
      <img
        src={address}
        alt={label}
        width={isDrawn ? 144 : 96}
        height={96}
        loading="lazy"
        className={`h-24 rounded-lg border border-line ${isDrawn ? "w-36 bg-white object-contain p-2" : "w-24 bg-fill object-cover"}`}
      />
    </a>
  );
}
