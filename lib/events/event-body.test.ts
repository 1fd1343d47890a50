import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packBody, readBody, readKeptBody } from "@/lib/events/event-body";
import { anyText } from "@/testing/any-text";

const TYPICAL = {
  body: `{"id":"25626975-dc93-45ad-8c0b-9a0c599b6c8a","event":"order.in_progress","created_at":"2026-12-01T04:15:20.127Z","status":"in_progress","cancellation":null,"external_order_id":"order-29382-1","order_code":"DENF-JVQ4","sequence":4,"test":false,"order":{"external_order_id":"order-29382-1","order_code":"DENF-JVQ4","status":"in_progress","price":760,"total":760,"routing":"estimate","tracking_url":"http://localhost:3000/t/YyJQ5XyOVMDxfLpLXknT8w","tracking_urls":["http://localhost:3000/t/UgwJ92FWC0tiyGi2ozO_RA","http://localhost:3000/t/RTcBfk8waj_RX2nM8XiTLw"],"delivered_at":null,"driver":{"name":"Алексей Громов","phone":"+79115550001","transport":{"type":"car"}},"driver_location":{"latitude":59.93,"longitude":30.33,"heading":90,"updated_at":"2026-12-01T04:15:19.695Z"},"return":null,"metadata":{"table":"7"},"held_reason":null,"ready_at":null,"delivery_mode":"shared","delivery_window":null,"stops_before":null},"stop":null}`,
  packed:
    "AYOmVCNTMyMzS3NT3ZRkS2NdE9PEFF2LZIMkXctEg2RTS8sks2SLRDJTs4GJlaGplZGBnqGRORVSM5ipa2RpbGGka4ieIF1c/dx0vcICTVDSuAkpaZx48/GmfHMzRMoHswk2bKCJ30pfH5QOczLyi0usjA0MDPRL9CMrvQJNIyr9w3xdKtJ8CnwisvNCLMpxNYywmRCaXu5laeQW7mxQklnpnmmUX+UfH+SopINTQ1BIslNatkV5YlZ8UIRRnq9FRGaIT7lSLJHZ78KEC7svbL2w62Ljha0XdipcmHyx4cK+C3su7LuwCTVnGhqampoaGBgYDlwWhSRQQ0s9M0tT/FlUqQTcgrVSMsfo6tIntwIA",
};

/** The packed dictionary itself. */
const WHOLE_DICTIONARY = "Ae3XIQEAAADDoC7vH3IdrgmBYEqhFEqhFEqhFEqhFEqhFEqhFD/tAA==";

const unpack = (packed: Uint8Array) => readBody({ body: null, packed });

describe("a packed body", () => {
  it.each([
    ["nothing", fc.constant("")],
    ["JSON", fc.json({ maxDepth: 4 })],
    ["any Unicode", anyText({ maxLength: 2_000 })],
    ["graphemes", fc.string({ unit: "grapheme-composite", maxLength: 2_000 })],
    [
      "surrogates without their pair",
      fc.array(fc.constantFrom("\ud83d", "\udeb2", "a")).map((all) => all.join("")),
    ],
    ["100 KB", anyText({ minLength: 20, maxLength: 200 }).map((text) => text.repeat(1_000))],
  ])("has the same UTF-8 as the text: %s", (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        // PostgreSQL gets texts as Node's UTF-8 too.
        expect(unpack(packBody(text))).toBe(Buffer.from(text).toString());
      }),
      { numRuns: 50 },
    );
  });

  it("is read in version 1 for ever: a typical one, and one that refers to each byte of the dictionary", () => {
    expect(unpack(Buffer.from(TYPICAL.packed, "base64"))).toBe(TYPICAL.body);
    const dictionary = unpack(Buffer.from(WHOLE_DICTIONARY, "base64"));
    expect(createHash("sha256").update(dictionary).digest("hex")).toBe(
      "470fe29055f23b8c184907628a32a7cf8aeed67590b1b1820ea2570114f063c5",
    );
  });

  it("is refused in a version that only a later release knows", () => {
    const packed = packBody("{}");
    packed[0] = 2;
    expect(() => unpack(packed)).toThrow("Unknown version of a packed event: 2.");
  });

  it("is a third of a typical body at most", () => {
    expect(packBody(TYPICAL.body).length).toBeLessThan(TYPICAL.body.length / 3);
  });
});

describe("a stored body", () => {
  it("is that of the form that exists", () => {
    expect(readBody({ body: "{}", packed: null })).toBe("{}");
    expect(readBody({ body: null, packed: packBody("[]") })).toBe("[]");
    expect(readKeptBody({ body: null, packed: null })).toBeNull();
    expect(() => readBody({ body: null, packed: null })).toThrow("no body");
  });
});
