import { describe, expect, it } from "vitest";
import { JsonLimitError } from "@/lib/http/bounded-json";
import { checkActionArguments } from "@/lib/http/check-action-arguments";

const DEEP = `${"[".repeat(40)}${"]".repeat(40)}`;
const LONG = `[${"0,".repeat(30_000)}0]`;

const form = (fields: Readonly<Record<string, string | File>>): FormData => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return body;
};

describe("the arguments of a server action", () => {
  it.each(["0", "17", "", " 0", "0x1", "1e0", "$ACTION_1:0", "$ACTION_REF_1"])(
    "are refused in the field %j when they would cost too much to parse",
    (name) => {
      for (const value of [DEEP, LONG])
        expect(() => checkActionArguments(form({ [name]: value }))).toThrow(JsonLimitError);
    },
  );

  it("are refused as a whole body", () => {
    for (const body of [DEEP, LONG]) expect(() => checkActionArguments(body)).toThrow(JsonLimitError);
    expect(() => checkActionArguments('[{"isDone":false},"$K1"]')).not.toThrow();
  });

  it("do not include the form's texts and files", () => {
    const file = new File([DEEP], "shape.json");
    const body = form({ _1_comment: DEEP, _1_shape: LONG, comment: DEEP, "1": file, "0": '[{},"$K1"]' });
    expect(() => checkActionArguments(body)).not.toThrow();
  });
});
