export interface SignInFailure {
  readonly why: "wrong" | "passkey_refused" | "too_soon" | "unavailable";
  readonly waitSeconds: number;
}

export const UNAVAILABLE: SignInFailure = { why: "unavailable", waitSeconds: 0 };
