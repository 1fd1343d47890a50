import { answerFile } from "@/lib/files/answer-file";
import type { FileStore } from "@/lib/files/stored-file";

const NAME = /^([0-9a-f]{64})\.webp$/;

/** Where the file store has the logo with this SHA-256. */
export const logoKey = (sha256: string): string => `logos/${sha256}.webp`;

/** Answers a GET of a logo, which is named by its content; 404 when there is none of that name. */
export async function serveLogo(files: FileStore, name: string): Promise<Response> {
  const sha256 = NAME.exec(name)?.[1];
  const file = sha256 === undefined ? null : await files.get(logoKey(sha256));
  return answerFile(file, "public, max-age=31536000, immutable", "There is no such logo.");
}
