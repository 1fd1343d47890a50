const TOKEN =
  /(?<comment>(?<=^|\s)(?:#|\/\/)[^\n]*)|(?<name>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)/gm;

const LOOKS = { comment: "text-faint", name: "text-assigned", text: "text-link" } as const;

/** Code with its names, texts and comments told apart, in whichever of the shown languages. */
export function Highlighted({ code }: { code: string }) {
  const pieces = [];
  let end = 0;
  for (const match of code.matchAll(TOKEN)) {
    const { comment, name } = match.groups ?? {};
    const look = LOOKS[comment !== undefined ? "comment" : name !== undefined ? "name" : "text"];
    pieces.push(
      code.slice(end, match.index),
      <span key={match.index} className={look}>
        {match[0]}
      </span>,
    );
    end = match.index + match[0].length;
  }
  return (
    <>
      {pieces}
      {code.slice(end)}
    </>
  );
}
