import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plural } from '../../../lib/format.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConflictRows } from './conflict-rows.tsx';

const shownFirst = 5;

/** The upcoming appointments outside the rota, until each is moved; nothing when there are none. */
export function ConflictsCard() {
  const { data } = useQuery(actionQuery('rota_conflicts', {}));
  const [all, setAll] = useState(false);
  if (data === undefined || data.total === 0) return null;
  const shown = all ? data.appointments : data.appointments.slice(0, shownFirst);
  return (
    <Card title={`${plural(data.total, 'appointment')} outside the rota`} flush>
      <ConflictRows label="Appointments outside the rota" appointments={shown} />
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
  );
}
