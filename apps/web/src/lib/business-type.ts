/** Whether a practice's type says that it treats animals, whatever else it does: 'Vet clinic and grooming'. */
export const isVeterinary = (businessType: string | null | undefined): boolean =>
  /\bvet|clinic/i.test(businessType ?? '');
