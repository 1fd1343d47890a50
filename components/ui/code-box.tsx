interface Props {
  text: string;
  label: string;
  isTall?: boolean;
  isWrapped?: boolean;
}

/** `isWrapped` is for text whose line breaks have no meaning. */
export const CodeBox = ({ text, label, isTall = false, isWrapped = false }: Props) => (
  <section
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    tabIndex={0}
    className={`overflow-auto rounded-lg border border-line bg-fill p-3 text-xs leading-relaxed ${isTall ? "max-h-96" : "max-h-60"}`}
  >
    <pre className={`font-mono ${isWrapped ? "wrap-anywhere whitespace-pre-wrap" : ""}`}>{text}</pre>
  </section>
);
