import type { TeamMember } from '@burrow/contracts/team';

/** What can be done with a person, in the order in which it is offered. */
export type MemberMove =
  | 'edit'
  | 'invite-again'
  | 'sessions'
  | 'reset-password'
  | 'enable'
  | 'disable'
  | 'cancel-invitation'
  | 'end-support';

const movesByState: Record<TeamMember['state'], readonly MemberMove[]> = {
  active: ['edit', 'sessions', 'reset-password', 'disable'],
  invited: ['edit', 'invite-again', 'cancel-invitation'],
  disabled: ['edit', 'enable'],
  support: ['sessions', 'end-support'],
};

/** What may be done with a person. One's own password is changed under 'My account'. */
export function movesFor({ id, state }: Pick<TeamMember, 'id' | 'state'>, ownId: number): MemberMove[] {
  return movesByState[state].filter((move) => move !== 'reset-password' || id !== ownId);
}
