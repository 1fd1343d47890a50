import type { Transporter } from "nodemailer";
import type { MailSettings } from "@/lib/config";
import type { Email } from "@/lib/notify/letter";

const WAIT_MS = 4_000;
const SEND_WITHIN_MS = 12_000;

/** @throws Error that names neither server nor address */
export function sendMail(settings: MailSettings, letter: Email): Promise<void> {
  return withTransport(settings, "mail was not sent", (transport) =>
    transport.sendMail({ from: settings.from, ...letter }),
  );
}

/** Signs in to the mail server and sends nothing. @throws Error that names neither server nor address */
export function checkMail(settings: MailSettings): Promise<void> {
  return withTransport(settings, "the mail server refuses", (transport) => transport.verify());
}

async function withTransport(
  settings: MailSettings,
  failure: string,
  work: (transport: Transporter) => Promise<unknown>,
): Promise<void> {
  // Loaded with the first mail, since most processes send none.
  const { createTransport } = await import("nodemailer");
  const { protocol, hostname, port, username, password } = new URL(settings.url);
  const isSecure = protocol === "smtps:";
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const transport = createTransport({
    host: hostname,
    port: port === "" ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    // A password travels only under TLS.
    ...(username === "" ? {} : { auth, requireTLS: !isSecure }),
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    dnsTimeout: WAIT_MS,
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error("the mail server takes too long")), SEND_WITHIN_MS);
  });
  try {
    await Promise.race([work(transport), late]);
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    throw new Error(`${failure}: ${typeof code === "string" ? code : "the server takes too long"}`);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}
