/** Why a choice no longer holds. */
export const LostChoice = ({ reason }: { reason: string }) => (
  <p role="alert" className="rounded-md bg-pending-soft px-3 py-2 font-medium">
    {reason} Everything you entered has been kept.
  </p>
);
