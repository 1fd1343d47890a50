import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeIdentity } from "@/lib/accounts/change-identity";
import { getAccount } from "@/lib/accounts/get-account";
import { serveLogo } from "@/lib/accounts/serve-logo";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import type { DomainError } from "@/lib/domain-error";
import { LOGO_SIDE, MAX_LOGO_BYTES } from "@/lib/files/photo";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { cameraPhoto } from "@/testing/photos";
import { makeClient } from "@/testing/shop";

const VALUES = {
  brand_name: " Цветы «Полынь» ",
  accent: "#8C2B4A",
  contact_phone: "8 (916) 123-45-67",
  contact_url: "https://t.me/polyn",
};
const NOBODY = "00000000-0000-4000-8000-000000000000";

const picture = (color: string) =>
  sharp({ create: { width: 300, height: 100, channels: 4, background: color } })
    .png()
    .toBuffer();

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: DomainError) => [error.code, error.issues.map(({ field, message }) => `${field} ${message}`)],
  );

describe("a shop's public identity", () => {
  let api: LocalApi;
  beforeAll(async () => {
    api = await openLocalApi();
  });
  afterAll(() => api.close());

  const identity = async (accountId: string) => toShopBranding(await getAccount(api.db, accountId));
  const logo = async (url: string | null) => serveLogo(api.runtime.files, url?.split("/").at(-1) ?? "");

  it("is saved as the owner entered it, with the phone in E.164", async () => {
    const { accountId } = await makeClient(api.db);
    await changeIdentity(api.runtime, { accountId }, { values: VALUES, logo: undefined });
    expect(await identity(accountId)).toEqual({
      name: "Цветы «Полынь»",
      accent: "#8c2b4a",
      glyph: "white",
      logoUrl: null,
      contact: { phone: "+79161234567", url: "https://t.me/polyn" },
    });
    const none = { brand_name: "", accent: " ", contact_phone: "", contact_url: "" };
    await changeIdentity(api.runtime, { accountId }, { values: none, logo: undefined });
    const { name, ...rest } = await identity(accountId);
    expect(name).toMatch(/^Shop \d+$/);
    expect(rest).toEqual({
      accent: null,
      glyph: "white",
      logoUrl: null,
      contact: { phone: null, url: null },
    });
  });

  it("is rejected with every invalid field listed, and stays unchanged", async () => {
    const { accountId } = await makeClient(api.db);
    const before = await identity(accountId);
    const values = {
      brand_name: "я".repeat(61),
      accent: "red",
      contact_phone: "12",
      contact_url: "javascript:alert(1)",
    };
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    expect(await refusal(changeIdentity(api.runtime, { accountId }, { values, logo: svg }))).toEqual([
      "INVALID_PAYLOAD",
      [
        "brand_name too_long",
        "accent accent",
        "contact_phone phone",
        "contact_url web_address",
        "logo logo_picture",
      ],
    ]);
    expect(await identity(accountId)).toEqual(before);
  });

  it.each([
    [{ brand_name: "Полка\u0007" }, "brand_name characters"],
    [{ contact_url: `https://shop.example/${"я".repeat(90)}` }, "contact_url too_long"],
    [{ contact_url: "https://" }, "contact_url web_address"],
    [{ contact_url: "http://shop.example" }, "contact_url web_address"],
    [{ accent: "#8c2b4" }, "accent accent"],
    [{ contact_phone: "+7916123456" }, "contact_phone phone"],
  ])("is rejected when the form contains %j", async (change, issue) => {
    const { accountId } = await makeClient(api.db);
    const sent = { values: { ...VALUES, ...change }, logo: undefined };
    expect(await refusal(changeIdentity(api.runtime, { accountId }, sent))).toEqual([
      "INVALID_PAYLOAD",
      [issue],
    ]);
  });

  it("is rejected entirely while 12 pictures of the account are being processed", async () => {
    const { accountId } = await makeClient(api.db);
    let end = () => {};
    const isOver = new Promise<void>((resolve) => {
      end = resolve;
    });
    const others = Array.from({ length: 12 }, () => api.runtime.pictures.run(accountId, () => isOver));
    const logo = await cameraPhoto({ width: 40, height: 40 });
    expect(await refusal(changeIdentity(api.runtime, { accountId }, { values: VALUES, logo }))).toEqual([
      "SERVICE_OVERLOADED",
      [],
    ]);
    end();
    await Promise.all(others);
  });

  it("cannot be changed for an account that does not exist", async () => {
    const sent = { values: VALUES, logo: undefined };
    expect(await refusal(changeIdentity(api.runtime, { accountId: NOBODY }, sent))).toEqual([
      "ACCOUNT_NOT_FOUND",
      [],
    ]);
  });

  describe("a logo", () => {
    it("is served without metadata as a padded square WebP at an immutable URL", async () => {
      const { accountId } = await makeClient(api.db);
      const photo = await cameraPhoto({ width: 600, height: 200 });
      await changeIdentity(api.runtime, { accountId }, { values: VALUES, logo: photo });
      const { logoUrl } = await identity(accountId);
      const served = await logo(logoUrl);
      expect(served.status).toBe(200);
      expect(Object.fromEntries(served.headers)).toEqual({
        "cache-control": "public, max-age=31536000, immutable",
        "content-disposition": "inline",
        "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
        "content-type": "image/webp",
        "x-content-type-options": "nosniff",
        "x-robots-tag": "noindex",
      });
      const bytes = Buffer.from(await served.arrayBuffer());
      const { format, width, height, exif, xmp, hasAlpha } = await sharp(bytes).metadata();
      expect({ format, width, height, exif, xmp, hasAlpha }).toEqual({
        format: "webp",
        width: LOGO_SIDE,
        height: LOGO_SIDE,
        exif: undefined,
        xmp: undefined,
        hasAlpha: false,
      });
      // Nothing of it is cut off: the rest of the square is white.
      const corner = await sharp(bytes).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
      expect(Math.min(...corner)).toBeGreaterThan(250);
    });

    it("stays until it is replaced or removed, without affecting another shop's identical logo", async () => {
      const [mine, other] = [await makeClient(api.db), await makeClient(api.db)];
      const red = await picture("red");
      for (const shop of [mine, other]) {
        await changeIdentity(api.runtime, shop, { values: VALUES, logo: red });
      }
      const { logoUrl } = await identity(mine.accountId);
      await changeIdentity(api.runtime, mine, { values: VALUES, logo: undefined });
      expect((await identity(mine.accountId)).logoUrl).toBe(logoUrl);
      await changeIdentity(api.runtime, mine, { values: VALUES, logo: await picture("blue") });
      expect((await identity(mine.accountId)).logoUrl).not.toBe(logoUrl);
      await changeIdentity(api.runtime, mine, { values: VALUES, logo: null });
      expect((await identity(mine.accountId)).logoUrl).toBeNull();
      expect((await identity(other.accountId)).logoUrl).toBe(logoUrl);
      expect((await logo(logoUrl)).status).toBe(200);
    });

    it("is rejected when it is too large or truncated", async () => {
      const { accountId } = await makeClient(api.db);
      const whole = await picture("red");
      const sent = (bytes: Uint8Array) =>
        refusal(changeIdentity(api.runtime, { accountId }, { values: VALUES, logo: bytes }));
      const large = Buffer.concat([whole, Buffer.alloc(MAX_LOGO_BYTES + 1 - whole.length)]);
      expect(await sent(large)).toEqual(["INVALID_PAYLOAD", ["logo logo_size"]]);
      expect(await sent(whole.subarray(0, whole.length / 2))).toEqual([
        "INVALID_PAYLOAD",
        ["logo logo_picture"],
      ]);
      expect((await identity(accountId)).logoUrl).toBeNull();
    });

    it.each([
      "",
      "0".repeat(64),
      `${"0".repeat(64)}.webp`,
      `${"0".repeat(64)}.html`,
      "..%2fproofs%2fa.webp",
      "../proofs/a.webp",
    ])("returns 404 for the unknown name %j", async (name) => {
      const answer = await serveLogo(api.runtime.files, name);
      expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
        404,
        "text/plain; charset=utf-8",
        "There is no such logo.\n",
      ]);
    });
  });
});
