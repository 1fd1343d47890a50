import sharp from "sharp";
import type { IdentityForm } from "@/lib/accounts/change-identity";

const GROUND = "rgb(94 61 122)";

const SHELF = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
  <rect width="256" height="256" fill="${GROUND}"/>
  <g fill="white"><rect x="52" y="176" width="152" height="16" rx="8"/>
    <rect x="70" y="88" width="26" height="80" rx="6"/><rect x="104" y="68" width="26" height="100" rx="6"/>
    <rect x="142" y="84" width="26" height="84" rx="6" transform="rotate(-14 155 168)"/></g></svg>`;

export async function demoIdentity(): Promise<IdentityForm> {
  return {
    values: {
      brand_name: "Polka",
      accent: "#5e3d7a",
      contact_phone: "+37322555010",
      contact_url: "https://polka.example/chat",
    },
    logo: await sharp(Buffer.from(SHELF)).png().toBuffer(),
  };
}
