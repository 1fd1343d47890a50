export interface StoredFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

/** Methods throw if the store is unreachable or refuses the request; all are safe to retry. */
export interface FileStore {
  /** The complete file is stored once this resolves. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  delete(key: string): Promise<void>;
  /** Keys of all files below a folder, sorted; all keys for an empty one. */
  list(folder: string): Promise<string[]>;
}

// In every store, a key is a relative path without dot segments.
const KEY = /^(?:[a-z0-9][a-z0-9-]*\/)*[a-z0-9][a-z0-9-]*(?:\.[a-z0-9]+)?\.([a-z0-9]+)$/;
const MAX_KEY_CHARACTERS = 200;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  webp: "image/webp",
  json: "application/json",
  age: "application/octet-stream",
};

/** Media type by the key's extension. @throws Error for a malformed key */
export function getContentType(key: string): string {
  const type = CONTENT_TYPES[KEY.exec(key)?.[1] ?? ""];
  if (type === undefined || key.length > MAX_KEY_CHARACTERS) throw new Error("Not the key of a file");
  return type;
}

export function isFileKey(key: string): boolean {
  return CONTENT_TYPES[KEY.exec(key)?.[1] ?? ""] !== undefined;
}
