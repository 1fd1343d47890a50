import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** An email as it arrived. */
export interface ReceivedMail {
  readonly to: string;
  readonly raw: string;
}

/** A mail server for tests, which keeps what it receives. */
export interface MailReceiver {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Temporarily refuses this many of the next emails, as a busy server does. */
  refuse(times: number): void;
  close(): Promise<void>;
}

export async function openMailReceiver(): Promise<MailReceiver> {
  const received: ReceivedMail[] = [];
  let refusals = 0;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (refusals > 0) {
          refusals -= 1;
          done(Object.assign(new Error("try again later"), { responseCode: 451 }));
          return;
        }
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        received.push({ to, raw: Buffer.concat(chunks).toString("utf8") });
        done();
      });
    },
  });
  // A sender that is killed resets its connection.
  server.on("error", () => {});
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (times) => {
      refusals = times;
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

/** Returns an email's text, decoded. */
export function toText(mail: ReceivedMail): string {
  // Quoted-printable breaks long lines with "=", and writes other bytes as "=D0".
  const text = mail.raw
    .replace(/=\r?\n/g, "")
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString("utf8"));
  const base64 = [...text.matchAll(/base64\r?\n\r?\n([\w+/=\r\n]+)/g)].map(([, part = ""]) =>
    Buffer.from(part, "base64").toString("utf8"),
  );
  return [text, ...base64].join("\n");
}

/** Returns the first link in an email that leads to one of these pages. */
export function buildLink(mail: ReceivedMail, page: "join" | "reset"): string {
  const found = new RegExp(`https?://\\S+/${page}/[\\w-]{43}`).exec(toText(mail));
  if (found === null) throw new Error("the mail has no such link");
  return found[0];
}
