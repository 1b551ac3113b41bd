import type { TeamMember } from '@burrow/contracts/team';

/** The actions on a team member, in the order they are offered. */
export type MemberMove =
  | 'edit'
  | 'invite-again'
  | 'sessions'
  | 'reset-password'
  | 'remove-second-factor'
  | 'enable'
  | 'disable'
  | 'cancel-invitation'
  | 'end-support';

const movesByState: Record<TeamMember['state'], readonly MemberMove[]> = {
  active: ['edit', 'sessions', 'reset-password', 'remove-second-factor', 'disable'],
  invited: ['edit', 'invite-again', 'cancel-invitation'],
  disabled: ['edit', 'enable'],
  support: ['sessions', 'end-support'],
};

const notOnOneself: ReadonlySet<MemberMove> = new Set<MemberMove>(['reset-password', 'remove-second-factor']);

/** The actions for a team member. People change their own password and second factor under 'My account'. */
export function movesFor(
  { id, state, second_factor: hasFactor }: Pick<TeamMember, 'id' | 'state' | 'second_factor'>,
  ownId: number,
): MemberMove[] {
  return movesByState[state].filter(
    (move) => (id !== ownId || !notOnOneself.has(move)) && (hasFactor || move !== 'remove-second-factor'),
  );
}
