import type { TeamMember } from '@burrow/contracts/team';
import { Ellipsis } from 'lucide-react';
import { Fragment } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { lacksSecondFactor } from '../lacks-second-factor.ts';
import type { MemberMove } from '../member-moves.ts';

const states: Record<TeamMember['state'], { label: string; tone: BadgeTone } | null> = {
  active: null,
  invited: { label: 'Invited', tone: 'pending' },
  disabled: { label: 'Disabled', tone: 'void' },
  support: { label: 'Support', tone: 'provisional' },
};

const moves: Record<MemberMove, { label: string; tone?: 'attention' }> = {
  edit: { label: 'Edit' },
  'invite-again': { label: 'New invitation link' },
  sessions: { label: 'Sessions' },
  'reset-password': { label: 'Reset password' },
  'remove-second-factor': { label: 'Turn off two-step sign-in', tone: 'attention' },
  enable: { label: 'Enable' },
  disable: { label: 'Disable', tone: 'attention' },
  'cancel-invitation': { label: 'Cancel invitation', tone: 'attention' },
  'end-support': { label: 'End support access', tone: 'attention' },
};

/** A member's details in one line. */
function useDetails(member: TeamMember) {
  const { state, last_active_at, support_until, sessions, takes_bookings, api_keys: keys } = member;
  const formats = useFormats();
  const active = last_active_at ? `Last active ${formats.dateTime(last_active_at)}` : 'Never signed in';
  return [
    support_until ? `Until ${formats.dateTime(support_until)}` : null,
    state === 'invited' ? 'Hasn’t joined yet' : active,
    sessions > 0 ? `${sessions} open ${sessions === 1 ? 'session' : 'sessions'}` : null,
    keys > 0 ? `${keys} API ${keys === 1 ? 'key' : 'keys'}` : null,
    lacksSecondFactor(member) ? 'No two-step sign-in' : null,
    takes_bookings === '0' && state !== 'support' ? 'Doesn’t take appointments' : null,
  ].filter((detail) => detail !== null);
}

/** One person of the team, with a menu of actions. */
export function MemberRow({
  member,
  isSelf,
  offered,
  onMove,
}: {
  member: TeamMember;
  isSelf: boolean;
  offered: readonly MemberMove[];
  onMove: (move: MemberMove) => void;
}) {
  const { name, email, role, color, state } = member;
  const badge = states[state];
  const details = useDetails(member);
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <span
        aria-hidden="true"
        className="size-3.5 shrink-0 rounded-full border border-edge/60 bg-sunken"
        style={color ? { backgroundColor: color } : undefined}
      />
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-0.5 lg:grid-cols-2 lg:items-center">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-semibold">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            {isSelf ? <span className="text-sm font-normal text-ink-soft">(you)</span> : null}
            <Badge tone={role === 'admin' ? 'brand' : 'neutral'}>
              {role === 'admin' ? 'Admin' : 'Staff'}
            </Badge>
            {badge ? <Badge tone={badge.tone}>{badge.label}</Badge> : null}
          </p>
          <p className="text-sm wrap-anywhere text-ink-soft">{email}</p>
        </div>
        <p className="figures text-sm text-ink-soft">
          {details.map((detail, index) => (
            <Fragment key={detail}>
              {index > 0 ? ' · ' : null}
              <span className="whitespace-nowrap">{detail}</span>
            </Fragment>
          ))}
        </p>
      </div>
      <Menu
        trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis aria-hidden="true" />} />}
        entries={offered.map((move) => ({ ...moves[move], onSelect: () => onMove(move) }))}
      />
    </li>
  );
}
