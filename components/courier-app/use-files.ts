import { useCallback, useEffect, useRef, useState } from "react";
import {
  addFile,
  deleteFile,
  deleteFilesBefore,
  findPicture,
  listFiles,
  markSent,
  putPicture,
  releaseFiles,
} from "@/components/courier-app/app-store";
import { runExclusively, useRetryQueue } from "@/components/courier-app/retry-queue";
import { sendPicture } from "@/components/courier-app/send";
import { serviceNow } from "@/components/courier-app/service-clock";
import { useLatest } from "@/components/ui/use-latest";
import { sendResultFor } from "@/lib/courier-app/app-state";
import { type ProofFile, type ProofStep, proofAddress, uploadSize } from "@/lib/courier-app/proof-file";

const QUEUE = "courier-files";
/** Steps are not retried after this time. */
const KEPT_MS = 24 * 60 * 60_000;
const ENOUGH_BYTES = 300_000;
const QUALITIES = [0.8, 0.65, 0.5, 0.35];

export interface NewFile extends ProofStep {
  readonly kind: ProofFile["kind"];
  readonly signerName: string | null;
  readonly blob: Blob;
  readonly instead?: string | undefined;
}

export interface Files {
  readonly files: readonly ProofFile[];
  readonly waiting: number;
  add(file: NewFile): void;
  /** Null once the file is stored only by the service. */
  picture(id: string): Promise<Blob | null>;
  release(ids: readonly string[]): Promise<void>;
}

/** Keeps files until the service has them. `onRefused` runs when the service rejects a file for good. */
export function useFiles(onRefused: () => void): Files {
  const [files, setFiles] = useState<readonly ProofFile[]>([]);
  const unsaved = useRef(new Set<string>());
  const latest = useLatest(onRefused);

  const show = useCallback(async () => {
    const listed = await listFiles();
    const listedIds = new Set(listed.map(({ id }) => id));
    setFiles((before) => [
      ...listed,
      ...before.filter(({ id }) => unsaved.current.has(id) && !listedIds.has(id)),
    ]);
    return listed.some(isWaiting);
  }, []);

  const sendAll = useCallback(async () => {
    await runExclusively(QUEUE, async () => {
      let left = await listFiles();
      while (left.length > 0) {
        const [file, ...rest] = left;
        if (file === undefined || !(await sendFile(file, latest.current))) break;
        left = rest;
        await show();
      }
    });
    return show();
  }, [show]);

  useEffect(() => {
    void deleteFilesBefore(new Date(serviceNow().getTime() - KEPT_MS)).then(show);
  }, [show]);
  const send = useRetryQueue(sendAll);

  const add = useCallback(
    ({ blob, instead, ...what }: NewFile) => {
      const file: ProofFile = { ...what, id: randomUuid(), at: serviceNow().toISOString(), state: "draft" };
      unsaved.current.add(file.id);
      setFiles((before) => [...before.filter(({ id }) => id !== instead), file]);
      void addFile(file, { blob, isSmall: file.kind === "signature" })
        .then(() => void unsaved.current.delete(file.id))
        .then(() => (instead === undefined ? undefined : deleteFile(instead)))
        .then(send);
    },
    [send],
  );

  const release = useCallback(
    async (ids: readonly string[]) => {
      if (ids.length === 0) return;
      await releaseFiles(ids);
      void send();
    },
    [send],
  );

  return { files, waiting: files.filter(isWaiting).length, add, picture, release };
}

const isWaiting = ({ state }: ProofFile): boolean => state === "waiting";

const picture = async (id: string) => (await findPicture(id))?.blob ?? null;

/** @returns false when the network is down */
async function sendFile(file: ProofFile, onRefused: () => void): Promise<boolean> {
  const { id, state } = file;
  if (state === "sent") return true;
  const stored = await findPicture(id);
  // The browser may evict files when the phone is full.
  if (stored === null) {
    if (state === "waiting") onRefused();
    await deleteFile(id);
    return true;
  }
  const blob = stored.isSmall ? stored.blob : await shrinkPhoto(stored.blob);
  if (!stored.isSmall) await putPicture(id, { blob, isSmall: true });
  if (state === "draft") return true;
  const outcome = sendResultFor((await sendPicture(proofAddress(file), blob)).status);
  if (outcome === "later" || outcome === "signed_out") return false;
  if (outcome === "taken") await markSent(id);
  else {
    onRefused();
    await deleteFile(id);
  }
  return true;
}

/** `crypto.randomUUID` needs a secure origin. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Resizes a photo and strips its metadata. Returns it unchanged if the browser cannot decode it. */
async function shrinkPhoto(photo: Blob): Promise<Blob> {
  try {
    const picture = await createImageBitmap(photo, { imageOrientation: "from-image" });
    const canvas = document.createElement("canvas");
    Object.assign(canvas, uploadSize(picture));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    let smallest = photo;
    for (const quality of QUALITIES) {
      smallest = await encodeJpeg(canvas, quality);
      if (smallest.size <= ENOUGH_BYTES) break;
    }
    return smallest;
  } catch {
    return photo;
  }
}

function encodeJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((settle, fail) => {
    canvas.toBlob(
      (blob) => (blob === null ? fail(new Error("HTMLCanvasElement.toBlob returned null")) : settle(blob)),
      "image/jpeg",
      quality,
    );
  });
}
