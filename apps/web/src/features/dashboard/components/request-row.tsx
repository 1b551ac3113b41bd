import type { BookingRequestRow } from '@burrow/contracts/booking';
import type { StaffMember } from '@burrow/contracts/service';
import { Check, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDuration } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { AcceptingStaff } from '../../bookings/components/accepting-staff.tsx';
import { useAcceptingStaff } from '../../bookings/use-accepting-staff.ts';

interface AnswersProps {
  request: BookingRequestRow;
  name: string;
  staff: readonly StaffMember[];
  busy: boolean;
  /** Just accepted, and kept in place. */
  isAccepted: boolean;
  onAccept: (staffId: number | null) => void;
  onReject: () => void;
  onUndo: (staffId: number | null) => void;
}

/**
 * Buttons to accept or reject a request, and the staff member for it. Once accepted, the layout stays, and the Accept
 * button is disabled.
 */
function Answers({ request, name, staff, busy, isAccepted, onAccept, onReject, onUndo }: AnswersProps) {
  const [staffId, setStaffId] = useAcceptingStaff(request);
  return (
    <>
      <div className="w-44 max-sm:w-full print:hidden">
        <AcceptingStaff
          label={`Staff member for ${name}`}
          hideLabel
          staff={staff}
          request={request}
          value={staffId}
          disabled={busy || isAccepted}
          onChange={setStaffId}
        />
      </div>
      <div className="flex items-center gap-2 max-sm:w-full max-sm:*:flex-1 print:hidden">
        <Button
          variant={isAccepted ? 'secondary' : 'primary'}
          size="small"
          icon={<Check aria-hidden="true" className="size-4" />}
          disabled={isAccepted}
          busy={busy && !isAccepted}
          busyLabel="Accepting..."
          aria-label={busy || isAccepted ? undefined : `Accept ${name}`}
          onClick={() => onAccept(staffId)}
        >
          {isAccepted ? 'Accepted' : 'Accept'}
        </Button>
        {isAccepted ? (
          <Button
            size="small"
            busy={busy}
            busyLabel="Undoing..."
            aria-label={`Undo: ${name}`}
            onClick={() => onUndo(staffId)}
          >
            Undo
          </Button>
        ) : (
          <Button
            variant="attention-secondary"
            size="small"
            icon={<X aria-hidden="true" className="size-4" />}
            disabled={busy}
            aria-label={`Reject ${name}`}
            onClick={onReject}
          >
            Reject
          </Button>
        )}
      </div>
    </>
  );
}

/** One client's request, with buttons to answer it. */
export function RequestRow({ request, ...answers }: Omit<AnswersProps, 'name'>) {
  const formats = useFormats();
  const name = `${request.animal_name}, ${request.client_name}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <SpeciesIcon species={request.species} framed />
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to={paths.booking(request.id)}
            className="font-semibold text-ink underline decoration-line underline-offset-4 hover:text-brand"
          >
            {request.animal_name}
          </Link>
          <span className="text-sm text-ink-soft">
            {[request.breed ?? request.species, request.client_name].filter(Boolean).join(' · ')}
          </span>
          {Number(request.paid) > 0 ? (
            <Badge tone="confirmed">{formats.money(request.paid)} paid</Badge>
          ) : null}
        </p>
        <p className="figures text-sm">
          <span className="font-semibold">
            {formats.shortDay(request.booking_date)}, {formats.time(request.booking_time)}
          </span>
          <span className="text-ink-soft">
            {` · ${[request.service, formatDuration(request.duration_minutes), formats.money(request.price)]
              .filter(Boolean)
              .join(' · ')}`}
          </span>
        </p>
        {request.notes ? (
          <p className="mt-0.5 line-clamp-2 text-sm text-ink-soft italic">“{request.notes}”</p>
        ) : null}
      </div>
      <Answers request={request} name={name} {...answers} />
    </li>
  );
}
