/** Whether two values of a form are equal; objects and lists by their content. */
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The fields of `values` that differ from those `saved`.
 * @param together fields of which all are changes if one is, such as a number and its unit
 */
export function changesTo<Values extends object>(
  saved: Partial<Values>,
  values: Partial<Values>,
  together: readonly (readonly string[])[] = [],
): Partial<Values> {
  const isChanged = (field: string) => !same(Reflect.get(values, field), Reflect.get(saved, field));
  const changed = Object.entries(values).filter(([field]) =>
    (together.find((group) => group.includes(field)) ?? [field]).some(isChanged),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}
