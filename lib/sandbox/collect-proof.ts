import { createHash } from "node:crypto";
import type { Context } from "@/lib/context";
import { loadSharp } from "@/lib/files/load-sharp";
import { preparePhoto, prepareSignature } from "@/lib/files/photo";
import type { FileStore } from "@/lib/files/stored-file";
import { addProof } from "@/lib/orders/fulfillment/add-proof";
import type { StepInput } from "@/lib/orders/fulfillment/courier-task";
import { keepObject } from "@/lib/orders/proof/keep-object";
import { PROOF_KINDS, type ProofKind } from "@/lib/orders/proof/proof-file";
import { codeToken, proofCode } from "@/lib/orders/proof-code";
import type { SimulationRow } from "@/lib/sandbox/store";

const SIGNER_NAME = "Анна Тестова";

const PICTURES: Readonly<Record<ProofKind, string>> = {
  photo: `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240" fill="gainsboro"/>
    <rect x="110" y="40" width="100" height="180" fill="sienna"/><rect x="120" y="160" width="80" height="60" fill="burlywood"/></svg>`,
  signature: `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120">
    <path d="M20 80 C60 10 80 110 120 60 S180 20 210 70 S270 90 300 40" fill="none" stroke="black" stroke-width="4"/></svg>`,
};
const PREPARE = { photo: preparePhoto, signature: prepareSignature } as const;

/** Idempotent: a repeat sends the same files. Position 0 is the pickup, n is dropoff n. */
export async function collectProof(
  context: Context & { readonly files: FileStore },
  orderId: bigint,
  order: Pick<SimulationRow, "courierId" | "proofs" | "tokens">,
  position: number,
): Promise<StepInput> {
  const requested = order.proofs[position];
  const files: string[] = [];
  for (const kind of PROOF_KINDS) {
    if (requested?.[kind] === true)
      files.push(await sendFile(context, orderId, order.courierId, position, kind));
  }
  const token = requested?.code === true ? codeToken(position, order.tokens) : null;
  return {
    files,
    ...(requested?.signature === true ? { signerName: SIGNER_NAME } : {}),
    ...(token === null ? {} : { code: proofCode(token) }),
  };
}

async function sendFile(
  context: Context & { readonly files: FileStore },
  orderId: bigint,
  courierId: string,
  position: number,
  kind: ProofKind,
): Promise<string> {
  const id = fileId(`${orderId} ${courierId} ${position} ${kind}`);
  const sharp = await loadSharp();
  const bytes = await PREPARE[kind](await sharp(Buffer.from(PICTURES[kind])).png().toBuffer());
  const objectKey = await keepObject(context, id, bytes);
  const takenAt = context.clock.now();
  const file = { id, orderId, position, kind, objectKey, bytes: bytes.length, takenAt };
  await addProof(context, courierId, file);
  return id;
}

/** Derives the id from the name, so that a resent file has the same id. */
function fileId(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function wrongCode({ tokens }: Pick<SimulationRow, "tokens">, position: number): string {
  const token = codeToken(position, tokens);
  const right = token === null ? null : proofCode(token);
  return right === "000000" ? "000001" : "000000";
}
