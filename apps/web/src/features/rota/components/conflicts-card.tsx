import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plural } from '../../../lib/format.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { ConflictActions } from './conflict-actions.tsx';
import { ConflictRows } from './conflict-rows.tsx';

const shownFirst = 5;

/** The upcoming appointments that do not agree with the rota or lack a room, until each is dealt with or kept. */
export function ConflictsCard() {
  const { data } = useQuery(actionQuery('rota_conflicts', {}));
  const [all, setAll] = useState(false);
  if (data === undefined || data.total === 0) return null;
  const shown = all ? data.appointments : data.appointments.slice(0, shownFirst);
  return (
    <KeepFocus>
      <Card
        title={`${plural(data.total, 'appointment')} ${data.total === 1 ? 'needs' : 'need'} attention`}
        flush
      >
        <ConflictRows
          label="Appointments that need attention"
          appointments={shown}
          action={(appointment) => <ConflictActions appointment={appointment} />}
        />
        {shown.length === data.total ? null : (
          <div className="border-t border-line px-4 py-2">
            {shown.length < data.appointments.length ? (
              <Button size="small" variant="quiet" onClick={() => setAll(true)}>
                Show all
              </Button>
            ) : (
              <p className="text-sm text-ink-soft">and {data.total - shown.length} more</p>
            )}
          </div>
        )}
      </Card>
    </KeepFocus>
  );
}
