/** The styles of a link in text or in a list of facts. */
export const textLinkClass =
  'rounded-sm text-brand underline decoration-brand/40 underline-offset-2 hover:decoration-current print:no-underline';
