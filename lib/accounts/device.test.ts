import { expect, it } from "vitest";
import { parseUserAgent } from "@/lib/accounts/device";

const CHROME = "(KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

it.each([
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 ${CHROME}`, "Chrome", "macOS"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${CHROME} Edg/142.0`, "Edge", "Windows"],
  [`Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 ${CHROME} YaBrowser/25.8`, "Yandex Browser", "Windows"],
  [`Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 ${CHROME}`, "Chrome", "Android"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1",
    "Safari",
    "iPhone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox", "Linux"],
  ["curl/8.5.0", null, null],
  ["", null, null],
])("the user agent %j is parsed as browser %s on system %s", (agent, browser, system) => {
  expect(parseUserAgent(agent)).toEqual({ browser, system });
});
