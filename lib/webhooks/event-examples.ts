import { sampleEvent, WEBHOOK_EVENTS } from "@/lib/webhooks/webhook-event";

const EXAMPLE_ID = "01890c5e-7b1f-7e3a-9c58-2f1d6a4b8e90";

export function eventExamples(publicUrl: string, at: Date): Readonly<Record<string, string>> {
  return Object.fromEntries(
    WEBHOOK_EVENTS.map((type) => {
      const { body } = sampleEvent(type, { id: EXAMPLE_ID, at, publicUrl });
      return [type, JSON.stringify(JSON.parse(body), null, 2)];
    }),
  );
}
