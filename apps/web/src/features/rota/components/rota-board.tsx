import { addDays, dayToDate } from '@burrow/contracts/calendar-day';
import type { RotaPerson, RotaPersonDay } from '@burrow/contracts/rota';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Copy } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { steadyQuery } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useAllResources } from '../../resources/queries.ts';
import { DayDialog } from '../dialogs/day-dialog.tsx';
import { WorkHoursDialog } from '../dialogs/work-hours-dialog.tsx';
import { mondayOf, mondayOfTyped } from '../rota-days.ts';
import { AbsenceList } from './absence-list.tsx';
import { ConflictsCard } from './conflicts-card.tsx';
import { RotaPhoneDay } from './rota-phone-day.tsx';
import { RotaWeek } from './rota-week.tsx';
import { plural } from '../../../lib/format.ts';
import { rulesOfCommand } from '../../../lib/use-action-form.ts';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRotaCommand, useRotaForm } from '../use-rota-form.tsx';

/** Copies the hours of the shown week to another. */
function CopyWeekDialog({ week, onClose }: { week: string; onClose: () => void }) {
  const formats = useFormats();
  const { run, busy } = useRotaCommand('shifts_copy');
  const { form, question } = useRotaForm({
    draft: `copy of ${week}`,
    values: { to_week: addDays(week, 7) },
    rules: rulesOfCommand('shifts_copy'),
    check: ({ to_week }) => (mondayOfTyped(to_week) === week ? { to_week: 'Choose a different week.' } : {}),
    busy,
    run: ({ to_week }, preview) =>
      run({ from_week: week, to_week: mondayOfTyped(to_week), replace: '1' }, preview),
    onSaved: ({ changed_days }) => {
      const done = `Week copied: ${plural(changed_days, 'day')} changed`;
      toast.success(changed_days === 0 ? 'Both weeks are already the same' : done, { about: 'rota' });
      onClose();
    },
    failure: 'Couldn’t copy the week',
  });
  return (
    <FormDialog
      form={form}
      title="Copy week"
      description={`Copies everyone’s hours in the week of ${formats.shortDay(week)}. Absences are not copied.`}
      width="small"
      submitLabel="Copy"
      busyLabel="Copying..."
      onClose={onClose}
      after={question}
    >
      <DateInput
        {...form.field('to_week')}
        label="To the week of"
        hint={
          dayToDate(form.values.to_week) === null
            ? undefined
            : `Monday is ${formats.shortDay(mondayOf(form.values.to_week))}`
        }
      />
    </FormDialog>
  );
}

type Open =
  | { kind: 'day'; person: RotaPerson; day: RotaPersonDay }
  | { kind: 'person'; person: RotaPerson }
  | { kind: 'copy' };

function WeekSwitch({ date, onChange }: { date: string; onChange: (date: string) => void }) {
  const formats = useFormats();
  const monday = mondayOf(date);
  const isThisWeek = monday === mondayOf(formats.today());
  return (
    <div className="flex min-w-0 items-center gap-1">
      <IconButton
        label="Previous week"
        icon={<ChevronLeft aria-hidden="true" />}
        onClick={() => onChange(addDays(date, -7))}
      />
      <p aria-live="polite" className="figures min-w-40 text-center font-semibold">
        {formats.shortDay(monday)} – {formats.shortDay(addDays(monday, 6))}
      </p>
      <IconButton
        label="Next week"
        icon={<ChevronRight aria-hidden="true" />}
        onClick={() => onChange(addDays(date, 7))}
      />
      {isThisWeek ? null : (
        <Button size="small" variant="quiet" onClick={() => onChange(formats.today())}>
          Today
        </Button>
      )}
    </div>
  );
}

/** The rota of the team, week by week, and what belongs to it; admins can change it. */
export function RotaBoard() {
  const formats = useFormats();
  const isPhone = usePhone();
  const isEditable = useSession().role === 'admin';
  const [date, setDate] = useState(formats.today());
  const [open, setOpen] = useState<Open | null>(null);
  const monday = mondayOf(date);
  const query = useQuery(steadyQuery('rota', { from: monday }));
  const resources = useAllResources();
  const close = () => setOpen(null);
  const editing = isEditable
    ? {
        onDay: (person: RotaPerson, day: RotaPersonDay) => setOpen({ kind: 'day', person, day }),
        onPerson: (person: RotaPerson) => setOpen({ kind: 'person', person }),
      }
    : undefined;
  return (
    <div className="flex flex-col gap-4">
      <Card
        title="Week"
        flush
        aside={query.isPlaceholderData ? <Spinner className="text-ink-soft" /> : null}
        actions={
          <>
            <WeekSwitch date={date} onChange={setDate} />
            {isEditable ? (
              <Button
                size="small"
                icon={<Copy aria-hidden="true" className="size-4" />}
                onClick={() => setOpen({ kind: 'copy' })}
              >
                Copy week
              </Button>
            ) : null}
          </>
        }
      >
        {query.isPending ? <SkeletonRows rows={4} /> : null}
        {query.isError && !query.data ? <QueryError query={query} title="Couldn’t load the rota" /> : null}
        {query.data && isPhone ? (
          <RotaPhoneDay {...query.data} date={date} onDate={setDate} editing={editing} />
        ) : null}
        {query.data && !isPhone ? <RotaWeek {...query.data} editing={editing} /> : null}
        {query.data ? (
          <p className="border-t border-line px-4 py-2 text-sm text-ink-soft">
            {isEditable
              ? 'Choose a day to change it, or a name to set working hours. '
              : 'Ask an admin to change the rota. '}
            Green: changed for that day. Grey: opening hours, for people with no working hours set.
          </p>
        ) : null}
      </Card>
      <ConflictsCard />
      <AbsenceList
        title="Absences"
        empty="No absences planned"
        choice={{
          people: (query.data?.people ?? []).map(({ staff_id: id, name }) => ({ id, name })),
          resources: (resources.data ?? []).filter(({ retired }) => retired === '0'),
        }}
        isEditable={isEditable}
      />
      {open?.kind === 'day' ? (
        <DayDialog
          person={open.person}
          day={open.day}
          holiday={query.data?.practice.find(({ date: ofDay }) => ofDay === open.day.date)?.holiday ?? null}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'person' ? <WorkHoursDialog person={open.person} onClose={close} /> : null}
      {open?.kind === 'copy' ? <CopyWeekDialog week={monday} onClose={close} /> : null}
    </div>
  );
}
