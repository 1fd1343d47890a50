import { useTranslations } from "next-intl";
import { Age } from "@/components/ui/age";
import { Moment } from "@/components/ui/moment";
import { LINK } from "@/components/ui/styles";
import type { FailureCode, UndeliverableAction } from "@/lib/orders/order";

/** What has come of a stop. Instants are ISO 8601. */
export interface ShownOutcome {
  readonly isPickup: boolean;
  readonly arrivedAt: string | null;
  /** When it was picked up or handed over. */
  readonly doneAt: string | null;
  /** Whether the courier is to come again. */
  readonly isTriedAgain: boolean;
  readonly failure: {
    readonly code: FailureCode;
    readonly comment: string | null;
    readonly at: string;
    readonly attempts: number;
    readonly calls: number;
    readonly resolution: UndeliverableAction;
  } | null;
  readonly proof: {
    /** Addresses that open for five minutes. */
    readonly photos: readonly string[];
    readonly signature: string | null;
    readonly code: "matched" | "overridden" | null;
    readonly signerName: string | null;
    readonly distanceMeters: number | null;
  } | null;
}

/** The outcome of a stop with its proof, or since when a courier waits there. */
export function StopOutcome({ outcome, now }: { outcome: ShownOutcome; now: number }) {
  const t = useTranslations("ops.order");
  const { isPickup, arrivedAt, doneAt, isTriedAgain, failure, proof } = outcome;
  return (
    <>
      {doneAt !== null && (
        <p className="text-delivered">
          {t(isPickup ? "pickup_done" : "handed_over")} <Moment at={doneAt} />
        </p>
      )}
      {doneAt === null && failure === null && arrivedAt !== null && (
        <p className="font-medium text-late">
          {t(isPickup ? "at_pickup" : "at_door")} <Age at={arrivedAt} now={now} />
        </p>
      )}
      {isTriedAgain && <p className="text-late">{t("second_try")}</p>}
      {failure !== null && (
        <>
          <p className="font-medium text-bad">
            {t("failed")}: {t(`failures.${failure.code}`)}, <Moment at={failure.at} />
          </p>
          {failure.comment !== null && (
            <p className="break-words">{t("comment_of_courier", { comment: failure.comment })}</p>
          )}
          <p className="text-soft">
            {t("attempts", { count: failure.attempts })}, {t("calls", { count: failure.calls })}.{" "}
            {t(`resolutions.${failure.resolution}`)}
          </p>
        </>
      )}
      {proof !== null && <Proof proof={proof} />}
    </>
  );
}

function Proof({ proof }: { proof: NonNullable<ShownOutcome["proof"]> }) {
  const t = useTranslations("ops.order.proof");
  const { photos, signature, code, signerName, distanceMeters } = proof;
  const files = [
    ...photos.map((url, index) => ({ url, name: t("photo", { number: index + 1 }), isDrawn: false })),
    ...(signature === null ? [] : [{ url: signature, name: t("signature"), isDrawn: true }]),
  ];
  const facts = [
    code === null ? null : t(code),
    signerName === null ? null : t("signer", { name: signerName }),
    distanceMeters === null ? null : t("distance", { meters: distanceMeters }),
  ].filter((fact) => fact !== null);
  return (
    <>
      {facts.length > 0 && <p className="break-words text-soft">{facts.join(" · ")}</p>}
      {files.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {files.map(({ url, name, isDrawn }) => (
            <li key={name}>
              <a href={url} target="_blank" rel="noreferrer" className={LINK}>
                {/* biome-ignore lint/performance/noImgElement: its address is secret and short-lived. */}
                <img
                  src={url}
                  alt={name}
                  className={`h-20 rounded-md border border-line ${isDrawn ? "w-32 bg-white object-contain p-2" : "w-20 bg-fill object-cover"}`}
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
