import { CourierApp } from "@/components/courier/courier-app";
import { getLanguage } from "@/components/ui/get-language";
import { config } from "@/lib/config";
import { mapStyleUrl } from "@/lib/map/map-style-url";

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
