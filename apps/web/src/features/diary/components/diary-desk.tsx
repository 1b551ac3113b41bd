import type { DiaryAppointment } from '@burrow/contracts/diary';
import { timeOf } from '@burrow/contracts/calendar-day';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { classNames } from '../../../ui/class-names.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { whyNotArrived } from '../../attendance/stage-steps.ts';
import { useStage } from '../../attendance/use-stage.ts';
import { aboutBooking } from '../../bookings/about-booking.ts';
import { useClockChanges } from '../use-clock-changes.ts';
import { spanOn } from '../day-spans.ts';
import { useDeviceChoices } from '../device-choices.ts';
import type { Diary, DiaryColumn } from '../diary-columns.ts';
import type { DiaryView } from '../diary-view.ts';
import { dropConflicts, placeConflicts, type DropRule } from '../drop-conflicts.ts';
import type { DropPlace } from '../drop-day.ts';
import type { FoundGap } from '../use-first-free.ts';
import type { useMoveBooking } from '../use-move-booking.ts';
import { shownCard } from '../use-grid-drag.ts';
import { HerePanel } from './here-panel.tsx';
import { MoveBar } from './move-bar.tsx';
import { TimeGrid } from './time-grid.tsx';

const BookingPanel = lazyDialog(async () => (await import('./booking-panel.tsx')).BookingPanel);

/** How narrow cards become side by side, in pixels, before the grid scrolls sideways. */
const leastLane = 44;

/** Where an appointment is, without archived rooms. */
const placeOf = (booking: DiaryAppointment, { resources }: Diary): DropPlace => ({
  date: booking.booking_date,
  start: spanOn(booking.booking_date, booking).start,
  minutes: booking.duration_minutes,
  staffId: booking.staff_id,
  resourceIds: booking.resource_ids.filter((id) => resources.some((resource) => resource.id === id)),
});

/** The rule of what is against a place, with the clocks of the practice. */
function useDropRule(diary: Diary): DropRule {
  const changeOn = useClockChanges();
  return useCallback(
    (booking, place) => {
      const clocks = changeOn(place.date);
      return dropConflicts(diary, booking, place, clocks?.kind === 'skipped' ? clocks : null);
    },
    [diary, changeOn],
  );
}

/** Marks the client of an appointment as arrived, or says why not. */
function useArrival({ people }: Diary) {
  const { now } = useFormats();
  const stage = useStage();
  return (booking: DiaryAppointment) => {
    const refusal = whyNotArrived(booking, now());
    if (refusal !== null) return toast.error(refusal, { about: aboutBooking(booking.id) });
    const staff = people.find(({ id }) => id === booking.staff_id);
    return stage.set({ ...booking, staff_member: staff?.name ?? null }, 'arrived');
  };
}

const cardOf = (id: number) => shownCard(document, `[data-card$=":${id}"]`);

/** Returns the focus to an appointment that moved: its card is another one in another column. */
function useMovedFocus({ shown }: ReturnType<typeof useMoveBooking>): void {
  const id = shown?.booking.id ?? null;
  const last = useRef<number | null>(null);
  useEffect(() => {
    const moved = id ?? last.current;
    last.current = id;
    if (moved !== null && document.activeElement === document.body) cardOf(moved)?.focus();
  });
}

/** The columns of a diary and everything that is done in them. */
export function DiaryDesk({
  diary,
  columns,
  near,
  view,
  isOlder,
  gap,
  phone,
  moving,
  here,
  onHideHere,
  titleOf,
}: {
  diary: Diary;
  columns: readonly DiaryColumn[];
  /** The columns of the days before and after. */
  near: readonly (readonly DiaryColumn[])[];
  view: DiaryView;
  isOlder: boolean;
  gap: FoundGap | null;
  phone: boolean;
  moving: ReturnType<typeof useMoveBooking>;
  /** Whether who is here is shown. */
  here: boolean;
  onHideHere: () => void;
  titleOf: (column: DiaryColumn) => ReactNode;
}) {
  const formats = useFormats();
  const navigate = useNavigate();
  const choices = useDeviceChoices();
  const [openId, setOpenId] = useState<number | null>(null);
  const opened = diary.appointments.find(({ id }) => id === openId);
  const { question } = moving;
  const against = useDropRule(diary);
  const arrive = useArrival(diary);
  useMovedFocus(moving);
  const book = (column: DiaryColumn, start: number, minutes: number | null) =>
    void navigate(
      paths.bookingCreate({
        date: column.date,
        time: timeOf(start),
        duration: minutes ?? undefined,
        staff_id: column.staff,
        resource_id: column.resource,
      }),
    );
  const opener = useRef<Element | null>(null);
  const returnTo = useRef<Element | null>(null);
  const open = (id: number | null) => {
    opener.current = document.activeElement;
    setOpenId(id);
  };
  /** Where the focus returns to: what opened the panel, or the appointment's card. */
  const close = () => {
    const card = openId === null ? undefined : cardOf(openId);
    const isThere = opener.current?.isConnected === true && opener.current !== document.body;
    returnTo.current = isThere ? opener.current : (card ?? null);
    setOpenId(null);
  };
  useEffect(() => {
    // What opened the panel may be hidden until then.
    if (openId === null && returnTo.current instanceof HTMLElement) returnTo.current.focus();
    returnTo.current = null;
  }, [openId]);
  const staffName =
    question && (diary.people.find(({ id }) => id === question.place.staffId)?.name ?? 'Unassigned');
  const mostLanes = Math.max(1, ...columns.flatMap(({ cards }) => cards.map(({ lanes }) => lanes)));
  const roomNames = diary.resources
    .filter(({ id }) => opened?.resource_ids.includes(id))
    .map(({ name }) => name)
    .join(', ');
  return (
    <div
      aria-busy={isOlder || undefined}
      className={classNames('diary-desk flex min-w-0 gap-4 print:hidden', isOlder && 'opacity-50')}
    >
      <TimeGrid
        diary={diary}
        columns={columns}
        near={near}
        choices={choices}
        label={`Diary of ${formats.longDay(view.date)}`}
        leastWidth={phone ? 200 : Math.max(view.span === 'week' ? 112 : 128, mostLanes * leastLane)}
        openId={openId}
        gap={gap}
        titleOf={titleOf}
        onOpen={open}
        onBook={book}
        against={against}
        onArrive={arrive}
        onMove={(booking, place) => {
          const was = placeOf(booking, diary);
          moving.propose({
            booking,
            place,
            conflicts: against(booking, place),
            was: { place: was, conflicts: placeConflicts(diary, booking, was) },
          });
        }}
      />
      {openId === null ? null : (
        <BookingPanel
          id={openId}
          title={opened?.animal_name ?? 'Appointment'}
          rooms={roomNames}
          onClose={close}
        />
      )}
      {here ? (
        <HerePanel
          isAside={openId !== null}
          onClose={onHideHere}
          onOpen={(id) => {
            if (phone) onHideHere();
            open(id);
          }}
        />
      ) : null}
      {question === null ? null : (
        <MoveBar
          key={`${question.booking.id} ${question.reasons.join()}`}
          question={question}
          who={staffName}
          busy={moving.busy}
          onMove={moving.answer}
          onCancel={() => {
            moving.forget();
            cardOf(question.booking.id)?.focus();
          }}
        />
      )}
    </div>
  );
}
