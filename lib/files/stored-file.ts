/** What is kept of a file. */
export interface StoredFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

/**
 * Keeps files under keys. Each method throws when the store cannot be reached or refuses; then it may be tried again.
 */
export interface FileStore {
  /** Keeps a file, in place of what was there. It is kept, as a whole, when this resolves. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The file under a key; null when there is none. */
  get(key: string): Promise<StoredFile | null>;
  /** Deletes a file for good. Nothing happens when there is none. */
  delete(key: string): Promise<void>;
}

// Whatever the store, a key is a path of plain names that leads nowhere else.
const KEY = /^(?:[a-z0-9][a-z0-9-]*\/)*[a-z0-9][a-z0-9-]*\.([a-z0-9]+)$/;
const MAX_KEY_CHARACTERS = 200;

const CONTENT_TYPES: Readonly<Record<string, string>> = { webp: "image/webp" };

/**
 * The media type of the file under a key, which the key's ending says.
 *
 * @throws Error when it is no key of ours
 */
export function contentTypeOf(key: string): string {
  const type = CONTENT_TYPES[KEY.exec(key)?.[1] ?? ""];
  if (type === undefined || key.length > MAX_KEY_CHARACTERS) throw new Error("Not the key of a file");
  return type;
}
