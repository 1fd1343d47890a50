import { expect, it } from "vitest";
import { getToolList } from "@/app/mcp/tools";

const place = { latitude: 41.15, longitude: -8.61, area: "Porto", street: "Rua das Flores", building: "12" };
const PORTO = { shop: place, door: place, phone: "+351912345678", timeZone: "Europe/Lisbon" };

it("moves the examples of the MCP tools to the served city, and back", () => {
  const isChisinau = /Chișinău|\+373|47\.0[23]|28\.8/;
  expect(getToolList("test", null)).toMatch(isChisinau);
  const list = getToolList("test", PORTO);
  expect(list).not.toMatch(isChisinau);
  expect(list).toContain("Rua das Flores");
  expect(getToolList("test", null)).toMatch(isChisinau);
});
