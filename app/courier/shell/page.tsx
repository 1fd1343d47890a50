import { CourierApp } from "@/components/courier/courier-app";
import { config } from "@/lib/config";

/** The app without anybody's data, which the phone keeps and opens while there is no network. */
export default function CourierShellPage() {
  return <CourierApp initial={null} keepsOffline={config().isProduction} />;
}
