/** Whether two values of a form are equal; objects and lists by their content. */
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields of `values` that differ from those `saved`. */
export function changesTo<Values extends object>(
  saved: Partial<Values>,
  values: Partial<Values>,
): Partial<Values> {
  const changed = Object.entries(values).filter(
    ([field, value]) => !same(value, saved[field as keyof Values]),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}
