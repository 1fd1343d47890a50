import type { Clock } from "@/lib/clock";
import type { Queryable } from "@/lib/db/client";
import { ADDRESS_LASTS_MS, readFileToken } from "@/lib/files/file-url";
import type { FileStore } from "@/lib/files/stored-file";
import { toFileResponse } from "@/lib/files/to-file-response";
import { findProofFile } from "@/lib/orders/proof/find-proof-file";

export interface FileServer {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly files: FileStore;
  readonly fileSecret: string;
  /** Still accepted during a rotation. */
  readonly formerFileSecret: string | null;
}

export async function serveFile(server: FileServer, token: string): Promise<Response> {
  const { fileSecret, formerFileSecret, clock } = server;
  const read = (secret: string) => readFileToken(secret, token, clock.now());
  const id = read(fileSecret) ?? (formerFileSecret === null ? null : read(formerFileSecret));
  const row = id === null ? null : await findProofFile(server.db, id);
  const file = row === null ? null : await server.files.get(row.objectKey);
  const cacheControl = `private, max-age=${ADDRESS_LASTS_MS / 1000}`;
  return toFileResponse(file, cacheControl, "There is no such file, or its address has ended.");
}
