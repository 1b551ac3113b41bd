import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';
import { useSession } from '../../lib/session-store.ts';
import type { SelectOption } from '../../ui/select.tsx';

/** The options of the staff filter; former staff are visible to admins only. */
export function useStaffChoices() {
  const isAdmin = useSession().role === 'admin';
  const team = useQuery({ ...actionQuery('team', {}), enabled: isAdmin });
  const staff = useQuery({ ...actionQuery('staff', {}), enabled: !isAdmin });
  const members = isAdmin
    ? team.data
        ?.filter(({ state }) => state !== 'support')
        .map(({ id, name, state }) => ({ id, name: state === 'disabled' ? `${name} (disabled)` : name }))
    : staff.data;
  return {
    options: members?.map(({ id, name }): SelectOption => ({ value: String(id), label: name })) ?? [],
    isError: isAdmin ? team.isError : staff.isError,
  };
}
