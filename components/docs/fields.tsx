import { Prose } from "@/components/docs/code";
import type { Field } from "@/lib/reference/fields";

/** Fields as a nested list; each has its own anchor. */
export function Fields({ fields, prefix }: { fields: readonly Field[]; prefix: string }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {fields.map((field) => (
        <FieldItem key={field.path} field={field} prefix={prefix} />
      ))}
    </ul>
  );
}

function FieldItem({ field, prefix }: { field: Field; prefix: string }) {
  const id = `${prefix}-${field.path.replaceAll("[]", "").replaceAll(".", "-")}`;
  return (
    <li id={id} className="py-3">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <a href={`#${id}`} className="font-mono text-sm font-semibold hover:underline">
          {field.name}
        </a>
        <span className="font-mono text-xs text-soft [overflow-wrap:anywhere]">
          {field.type}
          {field.isNullable ? " | null" : ""}
        </span>
        {field.isRequired ? <span className="text-xs font-medium text-late">required</span> : null}
      </p>
      {field.description === "" && field.limits.length === 0 ? null : (
        <p className="mt-1 text-sm text-soft">
          <Prose text={field.description} />
          {field.limits.length > 0 ? (
            <span className="text-ink">
              {field.description === "" ? "" : " "}
              {sentence(field.limits.join(", "))}
            </span>
          ) : null}
        </p>
      )}
      {field.fields.length > 0 ? (
        <div className="mt-3 border-l-2 border-line pl-4">
          <Fields fields={field.fields} prefix={prefix} />
        </div>
      ) : null}
    </li>
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
