import { proofQuery } from "@/lib/courier-app/schema";
import { errorResponse, PRIVATE_HEADERS, withCourierAuth } from "@/lib/courier-app/serve-courier";
import { DomainError } from "@/lib/domain-error";
import { preparePhoto, prepareSignature } from "@/lib/files/photo";
import { requireFields } from "@/lib/http/issues";
import { readWebBody } from "@/lib/http/request-body";
import { logFailure } from "@/lib/log";
import { addProof, lockProofStop } from "@/lib/orders/fulfillment/add-proof";
import { findProofFile } from "@/lib/orders/proof/find-proof-file";
import { keepObject } from "@/lib/orders/proof/keep-object";
import { isSameFile } from "@/lib/orders/proof/proof-file";
import { type Runtime, runtime } from "@/lib/process/runtime";

export const MAX_PROOF_BYTES = 10 * 1024 * 1024;

const MAX_UPLOADS_PER_MINUTE = 20;

const PREPARE = { photo: preparePhoto, signature: prepareSignature } as const;

/** Responds 204, also when sent again; 409 for another courier's order or id; the phone retries after 429 and 503. */
export function serveProof(request: Request, served: Runtime = runtime()): Promise<Response> {
  return withCourierAuth(request, served, async (context, courier) => {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const { id, order: orderId, position, kind, at: takenAt } = requireFields(proofQuery, query);
    const known = await findProofFile(served.db, id);
    if (known === null) {
      const { isAllowed, nextSeconds } = await served.rateLimiter.take(
        `proofs ${courier.id}`,
        MAX_UPLOADS_PER_MINUTE,
      );
      if (!isAllowed) return tooManyUploads(nextSeconds);
      await served.db.transaction((tx) => lockProofStop(tx, courier.id, { orderId, position }));
      const picture = await readPicture(request);
      if (picture === null)
        return errorResponse(413, "payload.too_large", "The picture is larger than 10 MB.");
      const bytes = await served.pictures.run(courier.id, () => PREPARE[kind](picture));
      const objectKey = await keep(served, id, bytes);
      const file = { id, orderId, position, kind, objectKey, bytes: bytes.length, takenAt };
      await addProof(context, courier.id, file).catch(async (error: unknown) => {
        // After any other failure the row may have been written.
        if (error instanceof DomainError) await deleteBytes(served, objectKey);
        throw error;
      });
    } else if (!isSameFile(known, { id, orderId, position, kind, courierId: courier.id })) {
      throw new DomainError("STEP_NOT_POSSIBLE");
    }
    return new Response(null, { status: 204, headers: PRIVATE_HEADERS });
  });
}

function tooManyUploads(nextSeconds: number): Response {
  const response = errorResponse(429, "rate_limit.exceeded", "A courier can send 20 pictures a minute.");
  response.headers.set("Retry-After", String(nextSeconds));
  return response;
}

async function readPicture(request: Request): Promise<Uint8Array | null> {
  try {
    return await readWebBody(request, MAX_PROOF_BYTES);
  } catch (error) {
    if (error instanceof DomainError && error.code === "PAYLOAD_TOO_LARGE") return null;
    throw error;
  }
}

/** @throws DomainError SERVICE_UNAVAILABLE when the file store fails */
async function keep(served: Runtime, id: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    return await keepObject(served, id, bytes);
  } catch (error) {
    logFailure("file not kept", error);
    throw new DomainError("SERVICE_UNAVAILABLE");
  }
}

/** If the store is unreachable, the job of `keepObject` deletes the bytes. */
async function deleteBytes({ files }: Runtime, objectKey: string): Promise<void> {
  await files.delete(objectKey).catch((error: unknown) => logFailure("file not deleted", error));
}
