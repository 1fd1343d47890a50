import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { JobKind } from "@/lib/jobs/job";
import { type Member, makeMember } from "@/testing/account-fixture";
import { builtActions, callAction } from "@/testing/actions";
import { toText } from "@/testing/html-text";
import { buildLink, type MailReceiver, openMailReceiver, toText as textIn } from "@/testing/mail-receiver";
import { type RunningServer, startServer } from "@/testing/server";
import { AUTH } from "@/testing/sign-in";
import { startTestServer, type TestServer } from "@/testing/stage";
import { pollUntil } from "@/testing/until";

describe("mail", () => {
  let receiver: MailReceiver;
  let stage: TestServer;
  let owner: Member;
  let people = 0;

  /** Serves the pages, and sends mail once the first process was killed. */
  let server: RunningServer;

  beforeAll(async () => {
    receiver = await openMailReceiver();
    stage = await startTestServer({ pages: true, env: { ...AUTH, SMTP_URL: receiver.url } });
    server = stage.server;
    owner = await makeMember(stage.db, stage.shop.accountId, "owner");
  });

  afterAll(async () => {
    await server?.kill();
    await stage?.close();
    await receiver?.close();
  });

  const newEmail = () => {
    people += 1;
    return `reader-${people}@example.com`;
  };

  async function act(name: string, form: Record<string, string>, cookie?: string) {
    const action = builtActions().find((one) => one.name === name);
    if (action === undefined) throw new Error(`no action ${name}`);
    const call = { form, ...(cookie === undefined ? {} : { cookie }) };
    const { value } = await callAction(server.baseUrl, action, call);
    return value as { isDone: boolean; refusal: string | null; result: { link: string } | null };
  }

  const countPending = (kind: JobKind) => stage.db.models.job.count({ where: { kind, finishedAt: null } });

  const mailsTo = (email: string) => receiver.received.filter(({ to }) => to === email);

  async function mailTo(email: string, count = 1) {
    await expect.poll(() => mailsTo(email).length).toBeGreaterThanOrEqual(count);
    const mail = mailsTo(email)[count - 1];
    if (mail === undefined) throw new Error("No mail was received");
    return mail;
  }

  /** Returns every text in the tables where a link's secret could be stored. */
  async function stored(): Promise<string> {
    const [row] = await query(stage.db, { all: text })`
      SELECT concat((SELECT string_agg(j::text, '|') FROM jobs j),
                    (SELECT string_agg(t::text, '|') FROM person_tokens t)) AS all`;
    return row?.all ?? "";
  }

  it("is sent by another process when the one that enqueued it was killed", async () => {
    const email = newEmail();
    const { result } = await act("invite", { email, locale: "en", role_dispatcher: "on" }, owner.cookie);
    await stage.server.kill("SIGKILL");
    expect(mailsTo(email)).toEqual([]);
    // The link contains the site's URL, which is the same at the same port.
    const port = Number(new URL(server.baseUrl).port);
    const env = { ...AUTH, ROLE: "all", SMTP_URL: receiver.url };
    server = await startServer({ databaseUrl: stage.databaseUrl, pages: true, port, env });
    expect(buildLink(await mailTo(email), "join")).toBe(result?.link);
  });

  it("contains an invitation's link and author in the chosen language, and the link is not in the database", async () => {
    const email = newEmail();
    const { result } = await act("invite", { email, locale: "ru", role_dispatcher: "on" }, owner.cookie);
    const mail = await mailTo(email);
    expect(buildLink(mail, "join")).toBe(result?.link);
    expect(mail.raw).toMatch(/Subject: =\?UTF-8\?/);
    expect(textIn(mail)).toContain(`${owner.email} зовёт вас`);
    expect(textIn(mail)).not.toContain("has invited you");
    const secret = String(result?.link.split("/").at(-1));
    expect(await stored()).not.toContain(secret);
    expect(server.output()).not.toContain(secret);
  });

  it("arrives exactly once after the mail server has deferred it", async () => {
    const email = newEmail();
    receiver.refuse(2);
    const { result } = await act("invite", { email, locale: "en", role_dispatcher: "on" }, owner.cookie);
    expect(buildLink(await mailTo(email), "join")).toBe(result?.link);
    await pollUntil(async () => (await countPending("mail_invitation")) === 0);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it("contains a password link for the user who requested it, and is not sent to an address without a user", async () => {
    const { id, email, cookie } = await makeMember(stage.db, stage.shop.accountId, "staff");
    await stage.db.models.user.update({ where: { id }, data: { locale: "en" } });
    const stranger = newEmail();
    expect(await act("requestPasswordReset", { email: stranger })).toEqual(
      await act("requestPasswordReset", { email }),
    );
    const mail = await mailTo(email);
    const link = buildLink(mail, "reset");
    // A user who reads English gets English text only.
    expect(textIn(mail)).toContain("Someone asked for a new password");
    expect(textIn(mail)).not.toContain("Кто-то запросил");
    const secret = String(link.split("/").at(-1));
    expect(await stored()).not.toContain(secret);
    await pollUntil(async () => (await countPending("mail_reset")) === 0);
    expect(mailsTo(stranger)).toEqual([]);

    const page = `${server.baseUrl}/reset/${secret}`;
    const open = await fetch(page);
    expect([open.status, open.headers.get("Referrer-Policy")]).toEqual([200, "strict-origin"]);
    expect(open.headers.get("X-Robots-Tag")).toContain("noindex");
    expect((await open.text()).includes(email)).toBe(true);
    await act("reset", { token: secret, password: "another one entirely" });
    const signIn = await fetch(`${server.baseUrl}/sign-in?changed`, {
      headers: { "Accept-Language": "en" },
    });
    const html = await signIn.text();
    expect(toText(html)).toContain("Your password has been changed. Sign in with the new one.");
    expect(html).toMatch(/<a href="\/forgot"[^>]*>Forgot your password\?/);
    const settings = await fetch(`${server.baseUrl}/dashboard/settings`, {
      headers: { Cookie: cookie },
      redirect: "manual",
    });
    expect(settings.status).toBe(307);

    const [used, unknown] = await Promise.all([
      fetch(page),
      fetch(`${server.baseUrl}/reset/${"x".repeat(43)}`),
    ]);
    expect([used.status, unknown.status]).toEqual([404, 404]);
    expect(await used.text()).toBe(await unknown.text());
  });
});
