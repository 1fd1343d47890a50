import { Check, CircleAlert, ServerCrash } from "lucide-react";

export function HttpStatus({ status }: { status: number }) {
  const [Icon, color] =
    status >= 500
      ? [ServerCrash, "text-bad"]
      : status >= 400
        ? [CircleAlert, "text-late"]
        : [Check, "text-delivered"];
  return (
    <span className={`inline-flex items-center gap-1 font-medium tabular-nums ${color}`}>
      <Icon aria-hidden="true" className="size-3.5" />
      {status}
    </span>
  );
}
