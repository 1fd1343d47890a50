/** An order code with word joiners, so that no line ends at its hyphen. */
export const unbreakable = (code: string): string => code.replaceAll("-", "-\u2060");
