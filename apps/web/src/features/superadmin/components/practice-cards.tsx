import { operatorFormats } from '../operator-formats.ts';
import { PracticeMenu } from './practice-menu.tsx';
import { PracticeBadges, practiceSubtitle, type PracticesProps } from './practice-table.tsx';

const { number, date } = operatorFormats;

/** The practices on a phone. */
export function PracticeCards({ practices, onTask }: PracticesProps) {
  return (
    <ul className="divide-y divide-line">
      {practices.map((practice) => (
        <li key={practice.id} className="flex items-start gap-2 py-3 pr-2 pl-4">
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <p className="font-semibold wrap-anywhere">{practice.tenant_name}</p>
            <p className="text-sm wrap-anywhere text-ink-soft empty:hidden">{practiceSubtitle(practice)}</p>
            <p className="flex flex-wrap gap-1">
              <PracticeBadges practice={practice} />
            </p>
            <p className="figures text-sm text-ink-soft">
              {practice.trial_end_date && practice.status === 'trial'
                ? `Trial until ${date(practice.trial_end_date)} · `
                : ''}
              {practice.last_active_at ? `Active ${date(practice.last_active_at)}` : 'Never active'}
            </p>
            <p className="figures text-sm text-ink-soft">
              {number(practice.users)} team · {number(practice.clients)} clients · {number(practice.animals)}{' '}
              animals · {number(practice.bookings)} appointments
            </p>
          </div>
          <PracticeMenu practice={practice} onTask={onTask} />
        </li>
      ))}
    </ul>
  );
}
