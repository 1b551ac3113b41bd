import type { BookingRequestRow } from '@burrow/contracts/booking';
import { Check, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDuration } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';

/** One client's request, with its two answers. */
export function RequestRow({
  request,
  busy,
  problem,
  onAccept,
  onReject,
}: {
  request: BookingRequestRow;
  busy: boolean;
  problem: string | null;
  onAccept: () => void;
  onReject: () => void;
}) {
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
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1 print:hidden">
        <Button
          variant="primary"
          size="small"
          icon={<Check aria-hidden="true" className="size-4" />}
          busy={busy}
          busyLabel="Accepting..."
          aria-label={busy ? undefined : `Accept ${name}`}
          onClick={onAccept}
        >
          Accept
        </Button>
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
      </div>
      {problem ? (
        <p role="alert" className="w-full text-sm font-medium text-attention">
          {problem}
        </p>
      ) : null}
    </li>
  );
}
