import { storedFileKey } from "@/lib/backup/backup";
import { encrypt } from "@/lib/backup/encrypt";
import { putVerified, sha256 } from "@/lib/backup/store-part";
import type { FileStore } from "@/lib/files/stored-file";

/** Copies the files that the target lacks. A file never changes under its name. */
export class FileCopier {
  readonly #from: FileStore;
  readonly #to: FileStore;
  readonly #recipient: string;
  #copied: Promise<Set<string>> | undefined;

  constructor(stores: { from: FileStore; to: FileStore; recipient: string }) {
    this.#from = stores.from;
    this.#to = stores.to;
    this.#recipient = stores.recipient;
  }

  async copyNew(): Promise<void> {
    this.#copied ??= this.#to.list("files").then((keys) => new Set(keys));
    const copied = await this.#copied;
    for (const name of await this.#from.list("")) {
      const key = storedFileKey(name);
      if (copied.has(key)) continue;
      const file = await this.#from.get(name);
      // It may have been deleted since it was listed.
      if (file === null) continue;
      await putVerified(this.#to, key, await encrypt(file.bytes, this.#recipient));
      copied.add(key);
    }
  }

  async listWithChecksums(): Promise<{ name: string; sha256: string }[]> {
    const listed: { name: string; sha256: string }[] = [];
    for (const name of (await this.#from.list("")).sort()) {
      const file = await this.#from.get(name);
      if (file !== null) listed.push({ name, sha256: sha256(file.bytes) });
    }
    return listed;
  }
}
