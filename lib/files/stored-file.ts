export interface StoredFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

/** Methods throw when the store cannot be reached or refuses; they may be tried again. */
export interface FileStore {
  /** The file is kept as a whole when this resolves. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  delete(key: string): Promise<void>;
}

// Whatever the store, a key is a path of plain names that leads nowhere else.
const KEY = /^(?:[a-z0-9][a-z0-9-]*\/)*[a-z0-9][a-z0-9-]*\.([a-z0-9]+)$/;
const MAX_KEY_CHARACTERS = 200;

const CONTENT_TYPES: Readonly<Record<string, string>> = { webp: "image/webp" };

/** Media type by the key's ending. @throws Error for a foreign key */
export function getContentType(key: string): string {
  const type = CONTENT_TYPES[KEY.exec(key)?.[1] ?? ""];
  if (type === undefined || key.length > MAX_KEY_CHARACTERS) throw new Error("Not the key of a file");
  return type;
}
