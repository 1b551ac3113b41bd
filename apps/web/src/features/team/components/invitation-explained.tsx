/** What to do with an invitation. */
export const InvitationExplained = ({ name }: { name: string }) => (
  <p>
    Send this link to <strong className="wrap-anywhere">{name}</strong>, to nobody else: whoever opens it
    joins as this person.
  </p>
);
