import { describe, expect, it } from "vitest";
import { passwordWeakness } from "@/lib/accounts/new-password";

const EMAIL = "anna.petrova@chainaya-par.example";

describe("a new password", () => {
  it.each([
    "1234567890",
    "0987654321",
    "1111111111",
    "qwertyuiop",
    "qwertyuiop123",
    "1q2w3e4r5t6y",
    "йцукенгшщз",
    "qwerty123456",
    "Password123!",
    "p@ssw0rd2026",
    "Welcome2026!",
    "iloveyou2026",
    "dragonmonkey",
    "abcabcabcabc",
    "parolparol123",
    "пароль1234567",
    "привет123456",
    // «пароль» and «привет» with the keyboard in the other layout.
    "gfhjkm123456",
    "ghbdtn2026!!",
    "любовь12345",
  ])("is rejected as common when it is %s", (password) => {
    expect(passwordWeakness(password, EMAIL)).toBe("password_common");
  });

  it.each([
    "anna.petrova",
    "Petrova2026",
    "anna.petrova@chainaya-par.example",
    "chainaya-par1",
    "annapetrova!",
  ])("is rejected as derived from the user's email when it is %s", (password) => {
    expect(passwordWeakness(password, EMAIL)).toBe("password_own");
  });

  it.each([
    "correct horse battery",
    "another one entirely",
    "a password of my own",
    "three tall giraffes",
    "dragon8351927466",
    "синий троллейбус едет",
    "petrova buys blue shoes",
    "kX9#vQ2!mZ7p",
  ])("is accepted when it is %s", (password) => {
    expect(passwordWeakness(password, EMAIL)).toBeNull();
  });
});
