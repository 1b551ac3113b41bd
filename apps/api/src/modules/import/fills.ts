/** Fills in empty fields, and returns them. */
export function fill<Details extends object>(
  details: Details,
  given: { [Name in keyof Details]?: string | boolean | null | undefined },
): Partial<Details> {
  const filled: Partial<Details> = {};
  for (const name of Object.keys(given) as (keyof Details)[]) {
    const value = given[name];
    if (!value || details[name] !== null) continue;
    details[name] = value as Details[typeof name];
    filled[name] = value as Details[typeof name];
  }
  return filled;
}

/** Records the fields to fill in; for an unwritten record, they are in its details already. */
export function keep<Item extends { id: number | null }, Details extends object>(
  fills: Map<Item, Details>,
  item: Item,
  filled: Details,
): boolean {
  if (Object.keys(filled).length === 0) return false;
  if (item.id !== null) fills.set(item, { ...fills.get(item), ...filled });
  return true;
}
