import { getLanguage } from "@/components/ui/get-language";
import { MESSAGES } from "@/messages/messages";

/** Shown when a link ends after proxy.ts has checked it. */
export default async function TrackingNotFoundPage() {
  const { title, text } = MESSAGES[await getLanguage()].tracking.unknown;
  return (
    <main id="main" className="missing">
      <h1>{title}</h1>
      <p>{text}</p>
    </main>
  );
}
