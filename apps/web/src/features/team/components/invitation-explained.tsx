/** Explains what to do with an invitation. */
export const InvitationExplained = ({ name }: { name: string }) => (
  <p>
    Send this link only to <strong className="wrap-anywhere">{name}</strong>: anyone who opens it joins as
    this person.
  </p>
);
