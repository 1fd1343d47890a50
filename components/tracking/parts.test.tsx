import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { AskShop, Contact } from "@/components/tracking/contact";
import { IdentityBar } from "@/components/tracking/identity-bar";
import { Where } from "@/components/tracking/stops";

const shop = {
  name: "Полынь",
  accent: "#8a2f4c",
  glyph: "white" as const,
  logoUrl: null,
  contact: { phone: "+78125550000", url: "https://chat.example/polyn" },
};
const words = {
  title: "Questions",
  call: "Call",
  write: "Message",
  callShop: "Call the shop",
  writeShop: "Message the shop",
};

describe("the parts of a tracking page", () => {
  it("name the shop and link to the same page in the other language", () => {
    render(<IdentityBar shop={shop} other={{ locale: "ru", name: "Русский", label: "На русский" }} />);
    expect(screen.getByText("Полынь")).toBeDefined();
    const link = screen.getByRole("link", { name: "На русский" });
    const attributes = ["href", "hreflang", "lang"].map((name) => link.getAttribute(name));
    expect(attributes).toEqual(["?lang=ru", "ru", "ru"]);
  });

  it.each([
    ["in the contact section", Contact],
    ["in the section that refers to the shop", AskShop],
  ])("link to the shop's available contacts %s", (_, Part) => {
    const { rerender } = render(<Part shop={shop} words={words} />);
    const hrefs = () => screen.queryAllByRole("link").map((link) => link.getAttribute("href"));
    expect(hrefs()).toEqual(["tel:+78125550000", "https://chat.example/polyn"]);
    expect(screen.getByRole("link", { name: "Message the shop" }).getAttribute("rel")).toContain(
      "noreferrer",
    );
    rerender(<Part shop={{ ...shop, contact: { phone: null, url: null } }} words={words} />);
    expect(hrefs()).toEqual([]);
    expect(screen.getByText("Полынь")).toBeDefined();
  });

  it("link to the note while it can still be read", () => {
    const where = {
      address: "Киевская, 6",
      given: "The courier knows: intercom",
      correct: "Edit",
      values: [],
    };
    const { rerender } = render(<Where where={where} title="To" canCorrect />);
    expect(screen.getByRole("link", { name: "Edit" }).getAttribute("href")).toBe("#note");
    rerender(<Where where={where} title="To" canCorrect={false} />);
    expect(screen.queryByRole("link")).toBeNull();
  });
});
