import { Building2, CalendarDays, PawPrint, Plus, UserCog, Users } from 'lucide-react';
import { useState } from 'react';
import { usePage } from '../../../lib/page-name.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { StatCard } from '../../../ui/stat-card.tsx';
import { ActivityCard } from '../components/activity-card.tsx';
import { PracticesCard } from '../components/practices-card.tsx';
import { CreatePracticeDialog } from '../forms/create-practice-dialog.tsx';
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

/** The size of the installation. */
function Totals() {
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
          Couldn’t load the figures.
          <Button size="small" busy={totals.isFetching} onClick={() => void totals.refetch()}>
            Retry
          </Button>
        </p>
      ) : null}
    </section>
  );
}

/** The practices of the installation and their activity (/superadmin). */
export function SuperadminPage() {
  usePage('Superadmin Dashboard');
  const [creating, setCreating] = useState(false);
  return (
    <div className="flex flex-col gap-4 lg:gap-5">
      <PageHeader
        title="Superadmin Dashboard"
        subtitle="Practices and activity of this installation. Each practice’s records stay private to that practice."
        actions={
          <Button variant="primary" icon={<Plus className="size-4" />} onClick={() => setCreating(true)}>
            New practice
          </Button>
        }
      />
      <Totals />
      <PracticesCard />
      <ActivityCard />
      {creating ? <CreatePracticeDialog onClose={() => setCreating(false)} /> : null}
    </div>
  );
}
