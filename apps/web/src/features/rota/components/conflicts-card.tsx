import type { RotaConflict } from '@burrow/contracts/rota-conflict';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plural } from '../../../lib/format.ts';
import { actionQuery, useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { toast } from '../../../ui/toast.ts';
import { ConflictRows } from './conflict-rows.tsx';

const shownFirst = 5;

/** Keeps an appointment outside the rota, so that it is no longer listed. */
function Keep({ appointment }: { appointment: RotaConflict }) {
  const keep = useCommand('rota_conflict_keep');
  const unkeep = useCommand('rota_conflict_unkeep');
  const { booking_id, animal_name: animal } = appointment;
  const about = `conflict ${booking_id}`;
  const undo = () =>
    toast.tell(unkeep.mutateAsync({ booking_id }), {
      done: `${animal}’s appointment is listed again`,
      failed: 'Couldn’t undo this',
      about,
    });
  return (
    <Button
      size="small"
      variant="quiet"
      aria-label={`Keep ${animal}’s appointment`}
      title="Keep it as it is and remove it from this list"
      busy={keep.isPending}
      onClick={() =>
        toast.tell(keep.mutateAsync({ booking_id }), {
          done: `${animal}’s appointment is kept`,
          failed: 'Couldn’t keep the appointment',
          about,
          undo,
        })
      }
    >
      Keep
    </Button>
  );
}

/** The upcoming appointments outside the rota, until each is moved or kept; nothing when there are none. */
export function ConflictsCard() {
  const { data } = useQuery(actionQuery('rota_conflicts', {}));
  const [all, setAll] = useState(false);
  if (data === undefined || data.total === 0) return null;
  const shown = all ? data.appointments : data.appointments.slice(0, shownFirst);
  return (
    <KeepFocus>
      <Card title={`${plural(data.total, 'appointment')} outside the rota`} flush>
        <ConflictRows
          label="Appointments outside the rota"
          appointments={shown}
          action={(appointment) => <Keep appointment={appointment} />}
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
