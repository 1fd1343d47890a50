export type Level = "ok" | "warning" | "error";

export interface Finding {
  readonly level: Level;
  /** Part of the installation. */
  readonly part: string;
  readonly message: string;
  /** Instruction that resolves it. */
  readonly fix?: string;
}

/** Command syntax of this installation, for the advice in findings. */
export interface Installation {
  /** Prefix of a command: `npm run -s cli --` in a checkout, `node cli.mjs` in a release. */
  readonly commandLine: string;
  /** Whether `npm start` generates what is not set. */
  readonly isCheckout: boolean;
}

export function report(part: string) {
  const make =
    (level: Level) =>
    (message: string, fix?: string): Finding => ({
      level,
      part,
      message,
      ...(fix === undefined ? {} : { fix }),
    });
  return { ok: make("ok"), warn: make("warning"), fail: make("error") };
}
