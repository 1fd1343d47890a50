import { CourierApp } from "@/components/courier-app/courier-app";
import { getLanguage } from "@/components/ui/get-language";
import { mapStyleUrl } from "@/lib/city/map/map-style-url";
import { config } from "@/lib/config";

/** Contains no personal data, because the phone caches it for offline use. */
export default async function CourierShellPage() {
  return (
    <CourierApp
      initial={null}
      keepsOffline={config().isProduction}
      styleUrl={await mapStyleUrl(await getLanguage())}
    />
  );
}
