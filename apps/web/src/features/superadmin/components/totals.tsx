import { Building2, CalendarDays, PawPrint, UserCog, Users } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { StatCard } from '../../../ui/stat-card.tsx';
import { operatorFormats } from '../operator-formats.ts';
import { practiceStatuses } from '../practice-status.ts';
import { useTotals, type PracticeStatus } from '../queries.ts';

const figures = [
  { name: 'practices', label: 'Practices', icon: <Building2 /> },
  { name: 'users', label: 'Team members', icon: <UserCog /> },
  { name: 'clients', label: 'Clients', icon: <Users /> },
  { name: 'animals', label: 'Animals', icon: <PawPrint /> },
  { name: 'bookings', label: 'Appointments', icon: <CalendarDays /> },
] as const;

function StatusCounts({ counts }: { counts: Record<PracticeStatus, number> }) {
  const statuses = Object.entries(practiceStatuses) as [PracticeStatus, { label: string }][];
  const present = statuses.filter(([status]) => counts[status] > 0);
  return (
    <p className="figures text-sm text-ink-soft">
      {present
        .map(([status, { label }]) => `${operatorFormats.number(counts[status])} ${label.toLowerCase()}`)
        .join(', ')}
    </p>
  );
}

/** How much the installation holds. */
export function Totals() {
  const totals = useTotals();
  const { data } = totals;
  const shown = (count: number | undefined) =>
    count === undefined ? (totals.isError ? null : undefined) : operatorFormats.number(count);
  return (
    <section aria-label="Figures" className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5 lg:gap-4">
        {figures.map(({ name, label, icon }) => (
          <div key={name} className="grid max-sm:first:col-span-2">
            <StatCard
              label={label}
              value={shown(data?.[name])}
              icon={icon}
              action={name === 'practices' && data ? <StatusCounts counts={data} /> : null}
            />
          </div>
        ))}
      </div>
      {totals.isError ? (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-attention">
          Failed to load the figures.
          <Button size="small" busy={totals.isFetching} onClick={() => void totals.refetch()}>
            Retry
          </Button>
        </p>
      ) : null}
    </section>
  );
}
