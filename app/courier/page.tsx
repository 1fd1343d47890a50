import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { CourierApp } from "@/components/courier/courier-app";
import { COURIER_COOKIE, findPhoneState } from "@/lib/api/serve-courier";
import { config } from "@/lib/config";

export default async function CourierPage() {
  const secret = (await cookies()).get(COURIER_COOKIE)?.value;
  const state = secret === undefined ? null : await findPhoneState(secret);
  if (state === null) notFound();
  return <CourierApp initial={state} keepsOffline={config().isProduction} />;
}
