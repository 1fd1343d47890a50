import type { FileStore } from "@/lib/files/stored-file";
import { storedFileKey } from "@/lib/process/backup/backup";
import { encrypt } from "@/lib/process/backup/encrypt";
import { putVerified, sha256 } from "@/lib/process/backup/store-part";

/** Copies the files that the target lacks. A file never changes under its name. */
export class FileCopier {
  readonly #from: FileStore;
  readonly #to: FileStore;
  readonly #recipient: string;
  /** By key, of the files that were read before. */
  readonly #checksums: Map<string, string>;
  #copied: Promise<Set<string>> | undefined;

  constructor(
    stores: { from: FileStore; to: FileStore; recipient: string },
    checksums = new Map<string, string>(),
  ) {
    this.#checksums = checksums;
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
      const known = this.#checksums.get(name);
      const file = known === undefined ? await this.#from.get(name) : null;
      const checksum = file === null ? known : sha256(file.bytes);
      if (checksum !== undefined) listed.push({ name, sha256: checksum });
    }
    this.#checksums.clear();
    for (const { name, sha256: checksum } of listed) this.#checksums.set(name, checksum);
    return listed;
  }
}
