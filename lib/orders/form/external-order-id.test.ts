import { expect, it } from "vitest";
import { findOwnId, generateExternalOrderId } from "@/lib/orders/form/external-order-id";

it("recognizes identifiers of the form, and no identifier of a shop", () => {
  const generated = Array.from({ length: 50 }, generateExternalOrderId);
  expect(generated.map(findOwnId)).toEqual(generated.map(() => null));
  const chosen = ["shop-1042", "web-1042", "web-7kq2m4xr9b-2", "WEB-7KQ2M4XR9B", "7kq2m4xr9b"];
  expect(chosen.map(findOwnId)).toEqual(chosen);
});
