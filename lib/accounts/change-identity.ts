import { createHash } from "node:crypto";
import { getAccount } from "@/lib/accounts/get-account";
import { shopIdentity } from "@/lib/accounts/schema";
import { logoKey } from "@/lib/accounts/serve-logo";
import { writeIdentity } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { MAX_LOGO_BYTES, prepareLogo } from "@/lib/files/photo";
import type { PictureQueue } from "@/lib/files/picture-queue";
import type { FileStore } from "@/lib/files/stored-file";

/** How recipients know a shop, as a form sends it. */
export interface IdentityForm {
  /** The fields of `shopIdentity` by name. */
  readonly values: unknown;
  /** A picture in place of the logo so far, null for none, undefined to leave it. */
  readonly logo: Uint8Array | null | undefined;
}

/**
 * Changes the name, colour, logo and contacts by which recipients know a shop.
 *
 * A logo is kept under the hash of its bytes, and stays where it is when a shop changes it: another account may have
 * the same picture, and browsers keep it for a year in any case.
 *
 * @throws DomainError INVALID_PAYLOAD with everything that is wrong, each as a code; ACCOUNT_NOT_FOUND;
 *   SERVICE_OVERLOADED when too many pictures wait
 */
export async function changeIdentity(
  { db, files, pictures }: { db: Queryable; files: FileStore; pictures: PictureQueue },
  { accountId }: { accountId: string },
  { values, logo }: IdentityForm,
): Promise<void> {
  const { phoneCountry } = await getAccount(db, accountId);
  const parsed = shopIdentity(phoneCountry).safeParse(values);
  const picture = await readLogo(pictures, accountId, logo);
  const issues = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => ({ field: path.join("."), message })),
    ...picture.issues,
  ];
  if (!parsed.success || issues.length > 0) throw new DomainError("INVALID_PAYLOAD", issues);
  const { brand_name, accent, contact_phone, contact_url } = parsed.data;
  const kept = picture.bytes && createHash("sha256").update(picture.bytes).digest("hex");
  if (picture.bytes && kept) await files.put(logoKey(kept), picture.bytes);
  const identity = { brandName: brand_name, accent, contactPhone: contact_phone, contactUrl: contact_url };
  const isWritten = await writeIdentity(db, accountId, { ...identity, logo: kept });
  if (!isWritten) throw new DomainError("ACCOUNT_NOT_FOUND");
}

interface ReadLogo {
  readonly bytes: Uint8Array<ArrayBuffer> | null | undefined;
  readonly issues: readonly FieldIssue[];
}

async function readLogo(
  pictures: PictureQueue,
  accountId: string,
  sent: Uint8Array | null | undefined,
): Promise<ReadLogo> {
  if (sent === null || sent === undefined) return { bytes: sent, issues: [] };
  const refused = (message: string): ReadLogo => ({ bytes: undefined, issues: [{ field: "logo", message }] });
  if (sent.length > MAX_LOGO_BYTES) return refused("logo_size");
  try {
    return { bytes: await pictures.run(accountId, () => prepareLogo(sent)), issues: [] };
  } catch (error) {
    if (error instanceof DomainError && error.code === "INVALID_PAYLOAD") return refused("logo_picture");
    throw error;
  }
}
