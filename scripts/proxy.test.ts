import { NextRequest } from "next/server";
import { expect, it } from "vitest";
import { proxy } from "@/proxy";

const BOUNDARY = "----WebKitFormBoundaryAbCdEfGhIjKlMnOp";
const FORM = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="email"\r\n\r\na@b.example\r\n--${BOUNDARY}--\r\n`;

const post = async (body: string, type = `multipart/form-data; boundary=${BOUNDARY}`) => {
  const init = { method: "POST", headers: { "Content-Type": type }, body };
  const { status } = await proxy(new NextRequest("http://localhost/sign-in", init));
  return status;
};

it("proxy.ts responds 400 to a form that cannot be parsed", async () => {
  for (const body of ["A".repeat(300), `--${BOUNDARY}\r\nno header`, FORM.slice(0, 60)])
    expect([body, await post(body)]).toEqual([body, 400]);
  expect(await post(FORM)).toBe(200);
  expect(await post("A".repeat(300), "text/plain")).toBe(200);
});
