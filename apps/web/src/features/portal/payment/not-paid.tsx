/** Shown after the person left the payment page without paying. */
export const NotPaid = () => (
  <p role="status" className="rounded-md bg-brand-soft px-3 py-2">
    The payment wasn’t completed. Nothing was charged.
  </p>
);
