import type { RotaConflict } from '@burrow/contracts/rota-conflict';
import { useState } from 'react';
import type { OutputOf } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { toast } from '../../../ui/toast.ts';

const aboutConflict = ({ booking_id: id }: RotaConflict): string => `conflict ${id}`;

/** Assigns a free room or equipment for each need of the service; those that the appointment has stay. */
function AssignRoom({ appointment }: { appointment: RotaConflict }) {
  const update = useCommand('booking_update');
  const { booking_id, animal_name: animal, resource_ids } = appointment;
  return (
    <Button
      size="small"
      aria-label={`Assign room to ${animal}’s appointment`}
      busy={update.isPending}
      onClick={() =>
        toast.tell(update.mutateAsync({ booking_id, resource_ids }), {
          done: `Room assigned to ${animal}’s appointment`,
          failed: 'Couldn’t assign a room',
          about: aboutConflict(appointment),
        })
      }
    >
      Assign room
    </Button>
  );
}

const channelWords = { sms: 'SMS', email: 'email' } as const;

/** Asks the client to call, once: the practice needs to change the appointment. */
function NotifyClient({ appointment }: { appointment: RotaConflict }) {
  const formats = useFormats();
  const [asking, setAsking] = useState(false);
  const { booking_id, animal_name: animal, client_name: client, notified_at: notifiedAt } = appointment;
  if (notifiedAt !== null) {
    return <p className="figures mr-2 text-sm text-ink-soft">Notified {formats.dateTime(notifiedAt)}</p>;
  }
  const say = ({ channels }: OutputOf<'rota_conflict_notify'>) =>
    channels.length === 0
      ? toast.success('Client already notified', { about: aboutConflict(appointment) })
      : toast.success('Client notified', {
          about: aboutConflict(appointment),
          description: `${client} will get it by ${channels.map((channel) => channelWords[channel]).join(' and ')}.`,
        });
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Notify ${client} about ${animal}’s appointment`}
        onClick={() => setAsking(true)}
      >
        Notify
      </Button>
      <ConfirmCommand
        command="rota_conflict_notify"
        input={{ booking_id }}
        open={asking}
        onClose={() => setAsking(false)}
        title={`Ask ${client} to call?`}
        tone="primary"
        confirmLabel="Notify client"
        busyLabel="Sending..."
        onDone={say}
        failure="Couldn’t notify the client."
      >
        We’ll tell them that you need to change {animal}’s appointment on{' '}
        {formats.shortDay(appointment.booking_date)} at {formats.time(appointment.booking_time)}, and ask them
        to call you. The appointment stays as it is until you move it.
      </ConfirmCommand>
    </>
  );
}

/** Keeps an appointment as it is, so that it is no longer listed. */
function Keep({ appointment }: { appointment: RotaConflict }) {
  const keep = useCommand('rota_conflict_keep');
  const unkeep = useCommand('rota_conflict_unkeep');
  const { booking_id, animal_name: animal } = appointment;
  const about = aboutConflict(appointment);
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

/** What can be done about an appointment that needs attention, besides moving it on its page. */
export function ConflictActions({ appointment }: { appointment: RotaConflict }) {
  const lacksRoom = appointment.problems.some(({ code }) => code === 'no_room');
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-1.5 max-sm:mt-1 sm:justify-end">
      {lacksRoom ? <AssignRoom appointment={appointment} /> : null}
      {appointment.is_provisional === '1' ? null : <NotifyClient appointment={appointment} />}
      <Keep appointment={appointment} />
    </div>
  );
}
