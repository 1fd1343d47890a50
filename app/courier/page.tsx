import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { CourierApp } from "@/components/courier-app/courier-app";
import { getLanguage } from "@/components/ui/get-language";
import { mapStyleUrl } from "@/lib/city/map/map-style-url";
import { config } from "@/lib/config";
import { COURIER_COOKIE, findAppState } from "@/lib/courier-app/serve-courier";

export default async function CourierPage() {
  const secret = (await cookies()).get(COURIER_COOKIE)?.value;
  const state = secret === undefined ? null : await findAppState(secret);
  if (state === null) notFound();
  return (
    <CourierApp
      initial={state}
      keepsOffline={config().isProduction}
      styleUrl={await mapStyleUrl(await getLanguage())}
    />
  );
}
