"use client";

import { useTranslations } from "next-intl";
import { type PointerEvent, useId, useRef, useState } from "react";
import { BigButton } from "@/components/courier-app/controls";

/** The largest width that the service stores. */
const WIDTH = 600;
const HEIGHT = 300;
const PEN_PX = 5;
const MAX_NAME_LENGTH = 200;

export function SignaturePad(props: {
  name: string;
  onSigned: (signature: Blob, name: string) => void;
  onClose: () => void;
}) {
  const { name, onSigned, onClose } = props;
  const t = useTranslations("courier.proof");
  const canvas = useRef<HTMLCanvasElement>(null);
  const [signer, setSigner] = useState(name);
  const [isDrawn, setDrawn] = useState(false);
  const field = useId();

  const draw = (event: PointerEvent<HTMLCanvasElement>, isStart: boolean) => {
    const { currentTarget } = event;
    const pen = currentTarget.getContext("2d");
    if (pen === null) return;
    const box = currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const y = ((event.clientY - box.top) / box.height) * HEIGHT;
    Object.assign(pen, { lineWidth: PEN_PX, lineCap: "round", lineJoin: "round", strokeStyle: "black" });
    if (isStart) {
      pen.beginPath();
      pen.moveTo(x, y);
    }
    pen.lineTo(x, y);
    pen.stroke();
  };
  const clear = () => {
    canvas.current?.getContext("2d")?.clearRect(0, 0, WIDTH, HEIGHT);
    setDrawn(false);
  };
  const done = () =>
    canvas.current?.toBlob((blob) => {
      if (blob !== null) onSigned(blob, signer.trim());
    }, "image/png");
  return (
    <div className="mt-3 grid gap-3">
      <div>
        <label htmlFor={field} className="text-soft">
          {t("signer")}
        </label>
        <input
          id={field}
          value={signer}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          onChange={({ currentTarget }) => setSigner(currentTarget.value)}
          className="mt-1 h-14 w-full rounded-xl border-2 border-field-line bg-surface px-4 font-semibold"
        />
      </div>
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        aria-label={t("pad")}
        role="img"
        className="aspect-2/1 w-full touch-none rounded-xl border-2 border-field-line bg-white"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          draw(event, true);
        }}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
          draw(event, false);
          setDrawn(true);
        }}
      />
      <BigButton tone="action" isTall isDisabled={!isDrawn || signer.trim() === ""} onClick={done}>
        {t("signed")}
      </BigButton>
      <div className="grid grid-cols-2 gap-3">
        <BigButton tone="quiet" onClick={clear}>
          {t("clear")}
        </BigButton>
        <BigButton tone="quiet" onClick={onClose}>
          {t("back")}
        </BigButton>
      </div>
    </div>
  );
}
