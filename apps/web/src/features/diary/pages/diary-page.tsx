import type { DiaryAppointment } from '@burrow/contracts/diary';
import { timeOf } from '@burrow/contracts/calendar-day';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useSession } from '../../../lib/session-store.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { DayNotes } from '../../day-notes/day-notes.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { DaySheet } from '../components/day-sheet.tsx';
import { DiaryToolbar } from '../components/diary-toolbar.tsx';
import { DisplayChoices } from '../components/display-choices.tsx';
import { FirstFree } from '../components/first-free.tsx';
import { leastHeight } from '../components/grid-column.tsx';
import { MoveBar } from '../components/move-bar.tsx';
import { TimeGrid, type FoundGap } from '../components/time-grid.tsx';
import { choose, useDeviceChoices } from '../device-choices.ts';
import { columnsOf, whoChoices, type Diary, type DiaryColumn } from '../diary-columns.ts';
import {
  daysOf,
  diaryAddress,
  readDiaryView,
  stepDate,
  type DiaryView,
  type DiaryWho,
} from '../diary-view.ts';
import { dropConflicts, type DropPlace } from '../drop-conflicts.ts';
import { spanOn } from '../day-spans.ts';
import { useDiary, useWeekStart } from '../queries.ts';
import { useDiaryKeys } from '../use-diary-keys.ts';
import { movedBooking, useMoveBooking } from '../use-move-booking.ts';
import { useSwipe } from '../use-swipe.ts';

const BookingPanel = lazyComponent(
  async () => (await import('../components/booking-panel.tsx')).BookingPanel,
);

/** How narrow cards become side by side, in pixels, before the grid scrolls sideways. */
const leastLane = 44;

function useDiaryView(phone: boolean) {
  const today = useFormats().today();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const read = readDiaryView(params, today);
  // A phone has room for one column.
  const view: DiaryView = phone ? { ...read, span: 'day' } : read;
  return {
    view,
    change: (part: Partial<DiaryView> | ((now: DiaryView) => Partial<DiaryView>)) => {
      // Keys can be pressed faster than the page is drawn: each counts from the address.
      const asked = readDiaryView(new URLSearchParams(window.location.search), today);
      const now: DiaryView = phone ? { ...asked, span: 'day' } : asked;
      const next = { ...now, ...(typeof part === 'function' ? part(now) : part) };
      void navigate(paths.diary(diaryAddress(next, today)), { replace: true, preventScrollReset: true });
    },
  };
}

const placeOf = (booking: DiaryAppointment): DropPlace => ({
  date: booking.booking_date,
  start: spanOn(booking.booking_date, booking).start,
  minutes: booking.duration_minutes,
  staffId: booking.staff_id,
  resourceIds: booking.resource_ids,
});

/** The diary with an appointment that is being moved at its new place. */
function withMoved(diary: Diary, moved: ReturnType<typeof useMoveBooking>['shown']): Diary {
  if (moved === null) return diary;
  return {
    ...diary,
    appointments: diary.appointments.map((booking) =>
      booking.id === moved.booking.id ? movedBooking(booking, moved.place) : booking,
    ),
  };
}

/** The key of a column as the address names it. */
const whoOf = ({ staff, resource }: DiaryColumn): DiaryWho => staff ?? resource ?? 'unassigned';

function useDaySheet() {
  const [isPrinted, setIsPrinted] = useState(false);
  useEffect(() => {
    const onPrint = () => setIsPrinted(true);
    window.addEventListener('beforeprint', onPrint);
    return () => window.removeEventListener('beforeprint', onPrint);
  }, []);
  const [isAsked, setIsAsked] = useState(0);
  useEffect(() => {
    if (isAsked > 0) window.print();
  }, [isAsked]);
  const print = () => {
    setIsPrinted(true);
    setIsAsked((times) => times + 1);
  };
  return { isPrinted, print };
}

/** Whose column a phone shows; the arrows do what a swipe does. */
const PhoneTitle = ({ title, onStep }: { title: string; onStep: (by: 1 | -1) => void }) => (
  <>
    <span className="min-w-0 flex-1 truncate font-semibold">{title}</span>
    <IconButton
      label="Previous column"
      icon={<ChevronLeft aria-hidden="true" />}
      onClick={() => onStep(-1)}
    />
    <IconButton label="Next column" icon={<ChevronRight aria-hidden="true" />} onClick={() => onStep(1)} />
  </>
);

/** The columns of a diary and everything that is done in them. */
function Desk({
  diary,
  columns,
  view,
  isOlder,
  gap,
  phone,
  moving,
  titleOf,
}: {
  diary: Diary;
  columns: readonly DiaryColumn[];
  view: DiaryView;
  isOlder: boolean;
  gap: FoundGap | null;
  phone: boolean;
  moving: ReturnType<typeof useMoveBooking>;
  titleOf: (column: DiaryColumn) => ReactNode;
}) {
  const formats = useFormats();
  const navigate = useNavigate();
  const choices = useDeviceChoices();
  const [openId, setOpenId] = useState<number | null>(null);
  const opened = diary.appointments.find(({ id }) => id === openId);
  const { question } = moving;
  const wasAgainst = (booking: DiaryAppointment) => dropConflicts(diary, booking, placeOf(booking));
  const book = (column: DiaryColumn, start: number, minutes: number) =>
    void navigate(
      paths.bookingCreate({
        date: column.date,
        time: timeOf(start),
        duration: minutes,
        staff_id: column.staff,
        resource_id: column.resource,
      }),
    );
  const close = () => {
    const card = openId === null ? null : document.querySelector<HTMLElement>(`[data-card$=":${openId}"]`);
    setOpenId(null);
    card?.focus();
  };
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
        choices={choices}
        label={`Diary of ${formats.longDay(view.date)}`}
        leastWidth={phone ? 200 : Math.max(view.span === 'week' ? 112 : 128, mostLanes * leastLane)}
        openId={openId}
        gap={gap}
        titleOf={titleOf}
        onOpen={setOpenId}
        onBook={book}
        onMove={(booking, place) =>
          moving.propose(booking, place, dropConflicts(diary, booking, place), wasAgainst(booking))
        }
      />
      {openId === null ? null : (
        <BookingPanel
          id={openId}
          title={opened?.animal_name ?? 'Appointment'}
          rooms={roomNames}
          onClose={close}
        />
      )}
      {question === null ? null : (
        <MoveBar
          key={`${question.booking.id} ${question.reasons.join()}`}
          question={question}
          who={staffName}
          busy={moving.busy}
          onMove={(tells) => moving.answer(tells, wasAgainst(question.booking))}
          onCancel={() => {
            moving.forget();
            document.querySelector<HTMLElement>(`[data-card$=":${question.booking.id}"]`)?.focus();
          }}
        />
      )}
    </div>
  );
}

/** The diary: who does what when, by person or room, for a day or a week. */
export function DiaryPage() {
  usePage('Diary');
  const formats = useFormats();
  const navigate = useNavigate();
  const phone = usePhone();
  const choices = useDeviceChoices();
  const { view, change } = useDiaryView(phone);
  const query = useDiary(view);
  const startsOn = useWeekStart();
  const moving = useMoveBooking();
  const [gap, setGap] = useState<FoundGap | null>(null);
  const sheet = useDaySheet();
  const { everyone, cancelled, hourHeight } = choices;
  const { date, span, by, who } = view;
  const diary = useMemo(
    () => (query.data ? withMoved(query.data, moving.shown) : undefined),
    [query.data, moving.shown],
  );
  const all = useMemo(() => {
    if (!diary) return [];
    const shown = { everyone, cancelled, leastMinutes: Math.ceil((leastHeight / hourHeight) * 60) };
    return columnsOf(diary, { date, span, by, who }, shown, formats.shortDay);
  }, [diary, date, span, by, who, everyone, cancelled, hourHeight, formats]);
  const { userId } = useSession();
  const chosen = who ?? userId;
  const own = Math.max(
    all.findIndex((column) => whoOf(column) === chosen),
    0,
  );
  const columns = useMemo(() => (phone ? all.slice(own, own + 1) : all), [all, own, phone]);
  const step = (way: 1 | -1) => {
    const next = all[own + way];
    // Past the last person comes the next day.
    if (next) change({ who: whoOf(next) });
    else change({ date: stepDate(view, way), who: null });
  };
  const swipe = useSwipe((way) => {
    if (phone) step(way);
  });
  useDiaryKeys(choices.keys, {
    t: () => change({ date: formats.today() }),
    d: () => change({ span: 'day', who: null }),
    w: () => change({ span: 'week' }),
    n: () => void navigate(paths.bookingCreate({ date: view.date })),
    '[': () => change((now) => ({ date: stepDate(now, -1) })),
    ']': () => change((now) => ({ date: stepDate(now, 1) })),
  });
  const whoSelect = phone
    ? {
        options: all.map((column) => ({ value: whoOf(column), label: column.title })),
        value: all[own] ? whoOf(all[own]) : null,
      }
    : span === 'week' && diary
      ? { options: whoChoices(diary, by), emptyLabel: by === 'rooms' ? 'All rooms' : 'All staff', value: who }
      : null;
  const found = (next: FoundGap | null) => {
    setGap(next);
    if (next === null) return;
    choose({ firstHour: Math.max(Math.floor(next.start / 60) - 1, 0) });
    change({ date: next.date, ...(phone && next.staffId !== null ? { who: next.staffId } : {}) });
  };
  return (
    <div className="flex flex-col gap-3" {...swipe}>
      <DiaryToolbar
        view={view}
        change={change}
        busy={query.isFetching && query.isPlaceholderData}
        phone={phone}
        who={whoSelect}
        hasRooms={(diary?.resources.length ?? 0) > 0}
        onPrint={sheet.print}
      >
        <FirstFree
          gap={gap}
          onFound={found}
          onBook={({ date: day, start, minutes, staffId }) =>
            void navigate(
              paths.bookingCreate({ date: day, time: timeOf(start), duration: minutes, staff_id: staffId }),
            )
          }
        />
        <DisplayChoices choices={choices} />
      </DiaryToolbar>
      {diary === undefined ? (
        query.isError ? (
          <QueryError query={query} title="Couldn’t load the diary" boxed />
        ) : (
          <Loading tall />
        )
      ) : (
        <>
          <DayNotes
            {...daysOf(view, startsOn)}
            chosen={date}
            staffId={
              phone
                ? (columns[0]?.staff ?? null)
                : span === 'week' && by === 'people' && typeof who === 'number'
                  ? who
                  : null
            }
            people={diary.people}
          />
          <Desk
            diary={diary}
            columns={columns}
            view={view}
            isOlder={query.isPlaceholderData}
            gap={gap}
            phone={phone}
            moving={moving}
            titleOf={(column) =>
              phone ? (
                <PhoneTitle title={column.title} onStep={step} />
              ) : (
                <button
                  type="button"
                  title={column.title}
                  onClick={() =>
                    change(
                      span === 'week'
                        ? { span: 'day', date: column.date, who: null }
                        : { span: 'week', who: whoOf(column) },
                    )
                  }
                  className="min-h-6 min-w-0 truncate rounded-sm font-semibold hover:underline"
                >
                  {column.title}
                  <span className="sr-only">{span === 'week' ? ': day' : ': week'}</span>
                </button>
              )
            }
          />
          {sheet.isPrinted ? <DaySheet diary={diary} date={view.date} /> : null}
        </>
      )}
    </div>
  );
}
