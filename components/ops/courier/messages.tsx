import { Check, CheckCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { DateTime } from "@/components/ui/moment";
import type { CourierMessage } from "@/lib/couriers/list-messages";

export function Messages({ messages }: { messages: readonly CourierMessage[] }) {
  const t = useTranslations("ops.messages");
  if (messages.length === 0) return null;
  return (
    <ul className="mt-4 space-y-3 text-sm">
      {messages.map(({ id, text, sentAt, readAt }) => (
        <li key={String(id)}>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
          <p className="flex items-center gap-1.5 text-xs text-soft">
            {readAt === null ? (
              <Check aria-hidden="true" className="size-3.5" />
            ) : (
              <CheckCheck aria-hidden="true" className="size-3.5" />
            )}
            <DateTime at={sentAt.toISOString()} /> · {t(readAt === null ? "unread" : "read")}
          </p>
        </li>
      ))}
    </ul>
  );
}
