import { timeOf } from '@burrow/contracts/calendar-day';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useSession } from '../../../lib/session-store.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { WalkIn } from '../../attendance/components/walk-in.tsx';
import { DayNotes } from '../../day-notes/day-notes.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { toast } from '../../../ui/toast.ts';
import type { AbsenceBeginning } from '../../rota/dialogs/absence-dialog.tsx';
import { anyone } from '../../bookings/booking-form.ts';
import { ColumnTitle, PhoneTitle } from '../components/column-titles.tsx';
import { DaySheet } from '../components/day-sheet.tsx';
import { DiaryDesk } from '../components/diary-desk.tsx';
import { DiaryToolbar } from '../components/diary-toolbar.tsx';
import { DisplayChoices } from '../components/display-choices.tsx';
import { FirstFree } from '../components/first-free.tsx';
import { HereButton } from '../components/here-panel.tsx';
import { leastHeight } from '../components/grid-column.tsx';
import { choose, useDeviceChoices } from '../device-choices.ts';
import { type Diary, type DiaryColumn, steadyColumns, whoChoices } from '../diary-columns.ts';
import { type DiaryWho, daysOf, stepDate } from '../diary-view.ts';
import { useDiary, useNearDays, useWeekStart } from '../queries.ts';
import type { FoundGap } from '../use-first-free.ts';
import { movedBooking } from '../move-changes.ts';
import { useDiaryKeys, useDiaryView, useSwipe } from '../use-diary-view.ts';
import { useMoveBooking } from '../use-move-booking.ts';

/** Prints the day sheet, which is only rendered for that. */
function useDaySheet() {
  const [isPrinted, setIsPrinted] = useState(false);
  // Render at once, before the browser captures the page.
  const begin = useCallback(() => flushSync(() => setIsPrinted(true)), []);
  useEffect(() => {
    window.addEventListener('beforeprint', begin);
    return () => window.removeEventListener('beforeprint', begin);
  }, [begin]);
  const print = () => {
    begin();
    window.print();
  };
  return { isPrinted, print };
}

const AbsenceDialog = lazyDialog(
  async () => (await import('../../rota/dialogs/absence-dialog.tsx')).AbsenceDialog,
);

/** The diary with a moved appointment already at its new place. */
function withMoved(diary: Diary, moved: ReturnType<typeof useMoveBooking>['shown']): Diary {
  if (moved === null) return diary;
  return {
    ...diary,
    appointments: diary.appointments.map((booking) =>
      booking.id === moved.booking.id ? movedBooking(booking, moved.place) : booking,
    ),
  };
}

const noColumns: DiaryColumn[] = [];

/** The column's key in the address. */
const whoOf = ({ staff, resource }: DiaryColumn): DiaryWho => staff ?? resource ?? 'unassigned';

/** The diary: appointments by person or room, for a day or a week. */
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
  // On a phone a sheet, which covers the diary.
  const [sheetOpen, setSheetOpen] = useState(false);
  const hereOpen = phone ? sheetOpen : choices.here;
  const showHere = (here: boolean) => (phone ? setSheetOpen(here) : choose({ here }));
  const sheet = useDaySheet();
  const { everyone, cancelled, hourHeight } = choices;
  const { date, span, by, who } = view;
  const diary = useMemo(
    () => (query.data ? withMoved(query.data, moving.shown) : undefined),
    [query.data, moving.shown],
  );
  const columnsIn = useMemo(() => {
    const shown = { everyone, cancelled, leastMinutes: Math.ceil((leastHeight / hourHeight) * 60) };
    return steadyColumns({ span, by, who }, shown, formats.shortDay);
  }, [span, by, who, everyone, cancelled, hourHeight, formats]);
  const all = diary ? columnsIn(diary) : noColumns;
  const near = useNearDays(diary?.days[0]?.date ?? date, span === 'day' && !phone).map(columnsIn);
  const { userId, role } = useSession();
  const [absent, setAbsent] = useState<AbsenceBeginning | null>(null);
  const chosen = who ?? userId;
  const own = Math.max(
    all.findIndex((column) => whoOf(column) === chosen),
    0,
  );
  const columns = useMemo(() => (phone ? all.slice(own, own + 1) : all), [all, own, phone]);
  const step = (way: 1 | -1) => {
    const next = all[own + way];
    // After the last person comes the next day.
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
    u: () => toast.pressUndo(),
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
    change({ date: next.date, ...(phone && next.freeId !== null ? { who: next.freeId } : {}) });
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
          onBook={({ date: day, start, serviceId, staffId }) =>
            void navigate(
              paths.bookingCreate({
                date: day,
                time: timeOf(start),
                service_id: serviceId,
                staff_id: staffId ?? anyone,
              }),
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
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
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
            </div>
            <div className="flex gap-2 print:hidden">
              <WalkIn isBrief={phone} />
              <HereButton isOpen={hereOpen} onToggle={() => showHere(!hereOpen)} />
            </div>
          </div>
          <DiaryDesk
            diary={diary}
            columns={columns}
            near={near}
            view={view}
            isOlder={query.isPlaceholderData}
            gap={gap}
            phone={phone}
            moving={moving}
            here={hereOpen}
            onHideHere={() => showHere(false)}
            titleOf={(column) =>
              phone ? (
                <PhoneTitle title={column.title} onStep={step} />
              ) : (
                <ColumnTitle
                  title={column.title}
                  leadsTo={span === 'week' ? 'day' : 'week'}
                  onFollow={() =>
                    change(
                      span === 'week'
                        ? { span: 'day', date: column.date, who: null }
                        : { span: 'week', who: whoOf(column) },
                    )
                  }
                  onAbsent={
                    role === 'admin' && span === 'day' && column.staff
                      ? () => setAbsent({ staffId: column.staff ?? 0, date: column.date })
                      : null
                  }
                />
              )
            }
          />
          {absent === null ? null : (
            <AbsenceDialog
              absence={null}
              begin={absent}
              choice={{ people: diary.people, resources: diary.resources }}
              onClose={() => setAbsent(null)}
            />
          )}
          {sheet.isPrinted ? (
            <DaySheet diary={query.isPlaceholderData ? null : diary} date={view.date} />
          ) : null}
        </>
      )}
    </div>
  );
}
