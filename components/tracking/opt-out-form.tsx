import type { OptOut } from "@/lib/tracking/messages/opt-out";
import type { MESSAGES } from "@/messages/messages";

export interface OptOutProps {
  readonly address: string;
  readonly optOut: OptOut;
  readonly shop: string;
  readonly words: (typeof MESSAGES)["en"]["recipient"]["opt_out"];
}

/** A plain form, whose response is the page itself. */
export function OptOutForm({ address, optOut, shop, words }: OptOutProps) {
  const named = (text: string) => text.replace("{shop}", () => shop);
  const options =
    optOut === "none"
      ? ([
          ["shop", named(words.stop_shop)],
          ["all", words.stop_all],
        ] as const)
      : ([["none", words.start]] as const);
  return (
    <details className="opt-out" id="messages">
      <summary>{words.title}</summary>
      <p>{named(words[optOut])}</p>
      <form method="post" action={`${address}/opt-out`}>
        {options.map(([value, label]) => (
          <button key={value} type="submit" name="value" value={value} className="secondary">
            {label}
          </button>
        ))}
      </form>
    </details>
  );
}
