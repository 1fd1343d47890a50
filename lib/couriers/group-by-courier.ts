/** Groups items by their courier, each group in the order of the items. */
export function groupByCourier<Item extends { readonly courierId: string }>(
  items: readonly Item[],
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(item.courierId);
    if (group === undefined) groups.set(item.courierId, [item]);
    else group.push(item);
  }
  return groups;
}
