import { useTranslations } from "next-intl";
import { AUDIT_ACTIONS, type AuditAction } from "@/lib/audit/call";
import type { ListedRecord } from "@/lib/audit/list-records";

type Described = Pick<
  ListedRecord,
  "actorType" | "actorId" | "actorName" | "actorEmail" | "action" | "objectId" | "label" | "refusal"
>;

/** Texts of a record, on the page and in the export. To an account's owner, all operators are Dropline. */
export function createAuditText(t: ReturnType<typeof useTranslations<"audit">>, isOwner: boolean) {
  const nameActor = ({ actorType, actorId, actorName, actorEmail }: Described): string => {
    if (actorType === "user") return actorName ?? actorEmail ?? t("actors.user");
    if (actorType === "key") return t("actors.key", { name: actorName ?? "" });
    if (isOwner) return t("actors.service");
    if (actorType === "operator") return actorName ?? actorEmail ?? t("actors.service");
    return actorType === "command_line"
      ? t("actors.command_line", { name: actorId ?? "" })
      : t("actors.service");
  };
  const toSentence = (record: Described): string => {
    const actor = nameActor(record);
    const object = record.label ?? record.objectId ?? "—";
    if (record.refusal !== null) {
      if (record.action === "session.create") return t("failed_sign_in", { actor });
      return t("refused", { actor, action: record.action });
    }
    const known = AUDIT_ACTIONS.find((action) => action === record.action);
    if (known === undefined) return t("other", { actor, object, action: record.action });
    return t(`actions.${known as Exclude<AuditAction, `${string}.switch`>}`, { actor, object });
  };
  return { nameActor, toSentence };
}

export function useAuditText(isOwner: boolean) {
  return createAuditText(useTranslations("audit"), isOwner);
}
