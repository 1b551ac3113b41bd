interface AllergyFields {
  allergies: string;
  no_known_allergies: boolean;
}

/** Whether a form says that there are no known allergies; text in the allergies field overrides it. */
export const hasNoKnownAllergies = ({ allergies, no_known_allergies: chosen }: AllergyFields): boolean =>
  chosen && allergies.trim() === '';

/** The command's input if that was changed. */
export function changedNoKnownAllergies(
  before: AllergyFields,
  after: AllergyFields,
): { no_known_allergies?: '1' | '0' } {
  const now = hasNoKnownAllergies(after);
  return now === hasNoKnownAllergies(before) ? {} : { no_known_allergies: now ? '1' : '0' };
}
