"use client";

import { Check, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { CameraButton, PhotoLabel } from "@/components/courier-app/controls";
import type { Files } from "@/components/courier-app/use-files";
import { filesForStep, MAX_PHOTOS, type ProofStep } from "@/lib/courier-app/proof-file";

export function PhotoField({ place, files }: { place: ProofStep; files: Files }) {
  const t = useTranslations("courier.proof");
  const photos = filesForStep(files.files, place).filter(({ kind }) => kind === "photo");
  const add = (blob: Blob, instead?: string) =>
    files.add({ ...place, kind: "photo", signerName: null, blob, instead });
  return (
    <div className={`grid gap-2 ${photos.length > 0 ? "col-span-full" : ""}`}>
      {photos.length > 0 && (
        <ul className="grid grid-cols-3 gap-2">
          {photos.map(({ id }, index) => (
            <li key={id}>
              <PhotoLabel
                look="block aspect-square overflow-hidden rounded-xl border border-line bg-fill"
                onPhoto={(blob) => add(blob, id)}
              >
                <span className="sr-only">{t("photoAgain", { number: index + 1 })}</span>
                <Thumbnail id={id} files={files} />
                <span
                  aria-hidden
                  className="absolute bottom-1 right-1 flex size-9 items-center justify-center rounded-full bg-surface text-ink"
                >
                  <RotateCcw className="size-5" />
                </span>
              </PhotoLabel>
            </li>
          ))}
        </ul>
      )}
      {photos.length < MAX_PHOTOS && (
        <CameraButton tone="quiet" onPhoto={(blob) => add(blob)}>
          {t(photos.length === 0 ? "photo" : "photoMore")}
        </CameraButton>
      )}
    </div>
  );
}

function Thumbnail({ id, files: { picture } }: { id: string; files: Files }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isGone = false;
    void picture(id).then((blob) => {
      if (blob === null || isGone) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    });
    return () => {
      isGone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [id, picture]);
  if (url === null) {
    return (
      <span className="flex size-full items-center justify-center text-delivered">
        <Check className="size-8" aria-hidden />
      </span>
    );
  }
  // biome-ignore lint/performance/noImgElement: a picture that only this phone has
  return <img src={url} alt="" className="size-full object-cover" />;
}
