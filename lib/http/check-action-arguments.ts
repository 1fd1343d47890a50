import { checkJsonLimits } from "@/lib/http/bounded-json";

/**
 * Checks the JSON in which a page's script, or its form, sends the arguments of a server action. React parses it
 * of any size. Values of the form's own fields are texts, which actions parse themselves.
 *
 * @throws JsonLimitError
 */
export function checkActionArguments(body: FormData | string): void {
  const sent = typeof body === "string" ? [["", body] as const] : body;
  for (const [name, value] of sent) {
    if (typeof value === "string" && isArgument(name)) checkJsonLimits(Buffer.from(value));
  }
}

/** React reads the name as a number, below a form's hidden `$ACTION_…` fields. */
const isArgument = (name: string): boolean => name.startsWith("$ACTION_") || !Number.isNaN(Number(name));
