import { useTranslations } from "next-intl";
import { Facts } from "@/components/accounts/settings-section";
import { useAuditText } from "@/components/audit/audit-text";
import { DateTime } from "@/components/ui/date-time";
import { LINK } from "@/components/ui/styles";
import { type AuditChange, type ListedRecord, readChanges } from "@/lib/audit/list-records";

/** `isOwner`: an account's owner, who does not see where operators work from. */
export function AuditList({ records, isOwner }: { records: readonly ListedRecord[]; isOwner: boolean }) {
  return (
    <ol className="divide-y divide-line border-t border-line">
      {records.map((record) => (
        <AuditRow key={record.id} record={record} isOwner={isOwner} />
      ))}
    </ol>
  );
}

function AuditRow({ record, isOwner }: { record: ListedRecord; isOwner: boolean }) {
  const t = useTranslations("audit");
  const { toSentence } = useAuditText(isOwner);
  const { at, refusal, accountName, requestId, sessionId } = record;
  const isHidden = isOwner && record.actorType === "operator";
  const [network, agent] = isHidden ? [null, null] : [record.network, record.agent];
  const facts: (readonly [string, string | null])[] = [
    [t("facts.action"), record.action],
    [t("facts.object"), record.objectId],
    [t("facts.refusal"), refusal],
    [t("facts.actor"), isHidden ? null : record.actorEmail],
    [t("facts.network"), network],
    [t("facts.agent"), agent],
    [t("facts.session"), isHidden ? null : sessionId],
    [t("facts.request"), requestId],
  ];
  const changes = readChanges(record);
  return (
    <li className="py-3.5 text-sm">
      <p className="font-medium break-words">{toSentence(record)}</p>
      <p className="mt-0.5 text-xs text-soft">
        <DateTime at={at.toISOString()} seconds />
        {!isOwner && ` · ${accountName ?? t("service")}`}
        {network !== null && network !== "" && ` · ${network}`}
        {refusal !== null && <span className="font-medium text-bad"> · {t("is_refused")}</span>}
      </p>
      <details className="mt-1">
        <summary className={`${LINK} inline-flex min-h-11 cursor-pointer items-center text-xs sm:min-h-6`}>
          {t("details")}
        </summary>
        <div className="mt-2 space-y-4 rounded-lg bg-ground p-3 break-all">
          <Facts facts={facts.filter(([, value]) => value !== null && value !== "")} />
          {changes.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the changes of a record are never reordered.
            <Change key={index} change={change} />
          ))}
        </div>
      </details>
    </li>
  );
}

function Change({ change }: { change: AuditChange }) {
  const t = useTranslations("audit");
  const { before, after, label } = change;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
  const show = (value: unknown) =>
    value == null ? "—" : typeof value === "string" ? value : JSON.stringify(value);
  return (
    <table className="w-full table-fixed text-left text-xs">
      <caption className="pb-1 text-left font-medium">
        {change.object}
        {label !== null && ` · ${label}`}
      </caption>
      <thead className="text-soft">
        <tr>
          {(["field", "before", "after"] as const).map((name) => (
            <th key={name} scope="col" className="py-1 pr-3 font-normal">
              {t(`columns.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name} className="border-t border-line align-top">
            <th scope="row" className="py-1 pr-3 font-mono font-normal">
              {name}
            </th>
            <td className="py-1 pr-3">{show(before?.[name])}</td>
            <td className="py-1">{show(after?.[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
