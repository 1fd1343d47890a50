import { createHash } from "node:crypto";
import { getAccount } from "@/lib/accounts/get-account";
import { shopIdentity } from "@/lib/accounts/schema";
import { logoKey } from "@/lib/accounts/serve-logo";
import type { Queryable } from "@/lib/db/client";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { MAX_LOGO_BYTES, prepareLogo } from "@/lib/files/photo";
import type { PictureQueue } from "@/lib/files/picture-queue";
import type { FileStore } from "@/lib/files/stored-file";

export interface IdentityForm {
  readonly values: unknown;
  readonly logo: Uint8Array | null | undefined;
}

/** @throws DomainError INVALID_PAYLOAD with a code per field, ACCOUNT_NOT_FOUND, SERVICE_OVERLOADED */
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
  const saved = picture.bytes && createHash("sha256").update(picture.bytes).digest("hex");
  if (picture.bytes && saved) await files.put(logoKey(saved), picture.bytes);
  const identity = { brandName: brand_name, accent, contactPhone: contact_phone, contactUrl: contact_url };
  const { count } = await db.models.account.updateMany({
    where: { id: accountId },
    data: saved === undefined ? identity : { ...identity, logo: saved },
  });
  if (count === 0) throw new DomainError("ACCOUNT_NOT_FOUND");
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
