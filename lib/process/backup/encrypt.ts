import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

const PIECE_BYTES = 256 * 1024;

/** Parts and log segments have up to 16 MB, which zlib would return in a thousand chunks by default. */
const CHUNK_BYTES = 1024 * 1024;

/** Loaded with the first backup, since most processes make none. */
const loadAge = () => import("age-encryption");

/** Compresses and encrypts to a public key (age). Lets the service's other work run meanwhile. */
export async function encrypt(bytes: Uint8Array, recipient: string): Promise<Uint8Array<ArrayBuffer>> {
  const compressed = await promisify(gzip)(bytes, { level: 1, chunkSize: CHUNK_BYTES });
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  let from = 0;
  const pieces = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await nextTurn();
      if (from >= compressed.length) return controller.close();
      controller.enqueue(new Uint8Array(compressed.subarray(from, from + PIECE_BYTES)));
      from += PIECE_BYTES;
    },
  });
  return new Uint8Array(await new Response(await encrypter.encrypt(pieces)).arrayBuffer());
}

export class WrongKeyError extends Error {}

/** @throws WrongKeyError if the key is not the one that belongs to the public key */
export async function decrypt(bytes: Uint8Array, privateKey: string): Promise<Buffer> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  decrypter.addIdentity(privateKey);
  let compressed: Uint8Array;
  try {
    compressed = await decrypter.decrypt(bytes);
  } catch (error) {
    if (!/no identity matched/.test((error as Error).message)) throw error;
    throw new WrongKeyError("The backup was encrypted for another private key.");
  }
  return promisify(gunzip)(compressed, { chunkSize: CHUNK_BYTES });
}
