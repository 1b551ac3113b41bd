import type { TeamMember } from '@burrow/contracts/team';

/** Whether a person signs in with a password alone; the practice's single sign-on needs no second step here. */
export const lacksSecondFactor = ({ state, second_factor, only_single_sign_on }: TeamMember): boolean =>
  state === 'active' && !second_factor && !only_single_sign_on;
