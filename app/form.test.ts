import { describe, expect, it } from "vitest";
import * as z from "zod";
import { parseForm, toFailure, toFormState } from "@/app/form";
import { DomainError } from "@/lib/domain-error";

const schema = z.object({
  id: z.guid({ error: "KEY_NOT_FOUND" }),
  name: z.string().min(1, { error: "required" }).max(3, { error: "too_long" }),
});

function submit(values: Record<string, string>) {
  try {
    parseForm(schema, values);
    return null;
  } catch (error) {
    return toFailure(error);
  }
}

describe("a form", () => {
  it.each([
    [{ id: "x", name: "A" }, { refusal: "KEY_NOT_FOUND" }],
    [{ name: "A" }, { refusal: "KEY_NOT_FOUND" }],
    [{ id: "x", name: "" }, { problems: [{ field: "name", code: "required" }] }],
    [{ id: crypto.randomUUID(), name: "Long" }, { problems: [{ field: "name", code: "too_long" }] }],
    [{ id: crypto.randomUUID(), name: "A" }, null],
  ])("with %o shows its problems, or is refused by a message that is an error code", (values, expected) => {
    expect(submit(values)).toEqual(expected);
  });

  it("shows a refusal that names no field", () => {
    expect(toFailure(new DomainError("INVALID_PAYLOAD"))).toEqual({ refusal: "INVALID_PAYLOAD" });
  });

  it("shows again what was sent only if it was refused, and no password", () => {
    const sent = { name: "Anna", new_password: "secret" };
    const refused = toFormState({ refusal: "PASSWORD_WRONG" }, sent);
    expect([refused.isDone, refused.values]).toEqual([false, { name: "Anna" }]);
    const done = toFormState({ subject: "Anna" }, sent);
    expect([done.isDone, done.subject, done.values]).toEqual([true, "Anna", {}]);
    expect(toFormState({ redirectTo: "/dashboard" }, sent)).not.toHaveProperty("redirectTo");
  });
});
