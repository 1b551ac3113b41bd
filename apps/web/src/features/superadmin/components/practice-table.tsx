import { Badge } from '../../../ui/badge.tsx';
import { Table, Td, Th, Tr } from '../../../ui/table.tsx';
import type { PracticeTask } from '../forms/practice-dialog.tsx';
import { operatorFormats } from '../operator-formats.ts';
import { practiceMoves, practiceStatuses } from '../practice-status.ts';
import type { Practice } from '../queries.ts';
import { PracticeMenu } from './practice-menu.tsx';

export interface PracticesProps {
  practices: readonly Practice[];
  onTask: (task: PracticeTask, practice: Practice) => void;
}

const { number, date, day } = operatorFormats;
const counts = ['users', 'clients', 'animals', 'bookings'] as const;

/** A practice's status, and whether it is set up. */
export function PracticeBadges({ practice }: { practice: Practice }) {
  const { label, tone } = practice.move ? practiceMoves[practice.move] : practiceStatuses[practice.status];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {practice.setup_complete ? null : <Badge>Setup pending</Badge>}
    </>
  );
}

/** The line under a practice's name. */
export const practiceSubtitle = ({ tenant_subdomain, custom_host, email, moved_to }: Practice): string =>
  [tenant_subdomain, custom_host, email, moved_to && `now at ${moved_to}`].filter(Boolean).join(' · ');

/** The practices on a wide screen. */
export function PracticeTable({ practices, onTask }: PracticesProps) {
  return (
    <Table caption="Practices, newest first">
      <thead>
        <tr>
          <Th>Practice</Th>
          <Th>Status</Th>
          <Th>Trial ends</Th>
          <Th>Created</Th>
          <Th>Last active</Th>
          <Th className="text-right">Team</Th>
          <Th className="text-right">Clients</Th>
          <Th className="text-right">Animals</Th>
          <Th className="text-right">Appointments</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {practices.map((practice) => (
          <Tr key={practice.id}>
            <Td className="max-w-72 min-w-40">
              <p className="font-semibold wrap-anywhere">{practice.tenant_name}</p>
              <p className="text-sm wrap-anywhere text-ink-soft">{practiceSubtitle(practice)}</p>
            </Td>
            <Td>
              <div className="flex flex-wrap gap-1">
                <PracticeBadges practice={practice} />
              </div>
            </Td>
            <Td className="figures whitespace-nowrap">{day(practice.trial_last_day)}</Td>
            <Td className="figures whitespace-nowrap">{date(practice.created_at)}</Td>
            <Td className="figures whitespace-nowrap">
              {practice.last_active_at ? date(practice.last_active_at) : 'Never'}
            </Td>
            {counts.map((count) => (
              <Td key={count} className="figures text-right">
                {number(practice[count])}
              </Td>
            ))}
            <Td className="text-right">
              <PracticeMenu practice={practice} onTask={onTask} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
