import type { PortalBookingDetail } from '@burrow/contracts/portal';
import type { ChangePreview } from '@burrow/contracts/portal-booking-change';
import { useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { useCommand } from '../../../lib/query.ts';
import { usePortalNavigate } from '../portal-links.tsx';
import { useTimes, type ChosenTime } from '../request/use-availability.ts';
import { useStaff, type StaffChoice } from '../request/use-staff.ts';
import { useKeptDraft } from '../use-kept-draft.ts';

/** The appointment, and what may be changed of it. */
export interface Moved {
  booking: PortalBookingDetail;
  preview: ChangePreview;
}

interface MoveDraft extends ChosenTime {
  /** '' for the same person if available. */
  staffId: string;
  staffName: string;
  reason: string;
}

const emptyMove: MoveDraft = { date: '', time: '', staffId: '', staffName: '', reason: '' };

type Person = Pick<StaffChoice, 'id' | 'name'>;

/** What is wrong with the choice; null if nothing is. */
function wrongWith({ booking }: Moved, chosen: ChosenTime, person: Person | null, isLost: boolean) {
  if (chosen.date === '' || chosen.time === '' || isLost) return 'Please select a date and time';
  const isSameTime = chosen.date === booking.booking_date && chosen.time === booking.booking_time;
  return isSameTime && (person === null || person.name === booking.staff_member)
    ? 'Your appointment is already at this time. Please choose another.'
    : null;
}

/** The choice of a person and a time, kept while the tab is open, and the command that moves the appointment there. */
export function useMove(moved: Moved) {
  const { booking } = moved;
  const navigate = usePortalNavigate();
  const kept = useKeptDraft(`move ${booking.id}`, emptyMove);
  const [draft, setDraft] = useState(kept.read);
  const { staffId, staffName: name, reason } = draft;
  const staff = useStaff(booking.service_id, staffId);
  const person: Person | null = staffId === '' || staff.isGone ? null : { id: Number(staffId), name };
  const [errors, setErrors] = useState<{ when?: string } | null>(null);
  const withPerson = person === null ? {} : { staff_id: person.id };
  const times = useTimes(draft, { booking_id: booking.id, ...withPerson }, booking.booking_date);
  const command = useCommand('cp/booking_move', { untilGone: true });
  const wrong = wrongWith(moved, draft, person, times.isLost);
  const keep = (changes: Partial<MoveDraft>) => {
    const next = { ...draft, ...changes };
    kept.keep(next);
    setDraft(next);
  };
  const choose = (changes: Partial<MoveDraft>) => {
    keep(changes);
    setErrors(null);
    if (command.isError) command.reset();
  };
  const submit = () => {
    if (command.isPending) return;
    setErrors(wrong === null ? null : { when: wrong });
    if (wrong !== null) return;
    command.mutate(
      {
        booking_id: booking.id,
        booking_date: draft.date,
        booking_time: draft.time,
        ...withPerson,
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      },
      {
        onSuccess: () => {
          kept.forget();
          navigate(paths.appointment(booking.id), { replace: true });
        },
      },
    );
  };
  return {
    choice: { ...times, draft, errors, change: choose },
    staff,
    person,
    choosePerson: (next: StaffChoice | null) =>
      choose({ staffId: next === null ? '' : String(next.id), staffName: next?.name ?? '' }),
    isChosen: wrong === null,
    reason,
    setReason: (next: string) => keep({ reason: next }),
    forget: kept.forget,
    submit,
    busy: command.isPending,
    error: command.error,
  };
}

export type Move = ReturnType<typeof useMove>;
