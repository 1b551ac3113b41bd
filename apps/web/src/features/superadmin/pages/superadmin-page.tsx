import { Plus } from 'lucide-react';
import { useState } from 'react';
import { usePage } from '../../../lib/page-name.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ActivityCard } from '../components/activity-card.tsx';
import { PracticesCard } from '../components/practices-card.tsx';
import { Totals } from '../components/totals.tsx';
import { CreatePracticeDialog } from '../forms/create-practice-dialog.tsx';

/** The practices of the installation and what happens in them (/superadmin). */
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
