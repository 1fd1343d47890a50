import { CourierApp } from "@/components/courier/courier-app";
import { config } from "@/lib/config";

/** The app without personal data. The phone caches it and opens it when offline. */
export default function CourierShellPage() {
  return <CourierApp initial={null} keepsOffline={config().isProduction} />;
}
