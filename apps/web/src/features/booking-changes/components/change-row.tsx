import type { OpenChange } from '@burrow/contracts/booking-change';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Badge } from '../../../ui/badge.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { wishedPlace } from '../change-words.ts';
import { AnswerChange } from './answer-change.tsx';

/** Where the appointment is and where it goes to, its service, and what cancelling it keeps. */
function What({ change }: { change: OpenChange }) {
  const formats = useFormats();
  const details = [
    change.service,
    Number(change.kept) > 0 ? `keeps ${formats.money(change.kept)}` : null,
    Number(change.refund) > 0 ? `refunds ${formats.money(change.refund)}` : null,
  ].filter(Boolean);
  return (
    <div className="figures flex flex-wrap items-center gap-x-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-1.5">
        <span className={change.kind === 'move' ? 'text-ink-soft' : 'font-semibold'}>
          {formats.shortDay(change.booking_date)}, {formats.time(change.booking_time)}
        </span>
        {change.kind === 'move' ? (
          <>
            <ArrowRight aria-hidden="true" className="size-4 text-ink-soft" />
            <span className="sr-only">to</span>
            <span className="font-semibold">{wishedPlace(change, formats)}</span>
          </>
        ) : null}
      </p>
      {details.length === 0 ? null : <p className="text-ink-soft">{details.join(' · ')}</p>}
    </div>
  );
}

/** A client's request to move or cancel, in the list of requests. */
export function ChangeRow({ change, onDone }: { change: OpenChange; onDone: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <SpeciesIcon species={change.species} framed />
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to={paths.booking(change.booking_id)}
            className="font-semibold text-ink underline decoration-line underline-offset-4 hover:text-brand"
          >
            {change.animal_name}
          </Link>
          <span className="text-sm text-ink-soft">{change.client_name}</span>
          <Badge tone={change.kind === 'move' ? 'progress' : 'attention'}>
            {change.kind === 'move' ? 'Wants to move' : 'Wants to cancel'}
          </Badge>
        </p>
        <What change={change} />
        {change.reason ? (
          <p className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-ink-soft italic">“{change.reason}”</p>
        ) : null}
      </div>
      <AnswerChange change={change} size="small" onDone={onDone} />
    </li>
  );
}
