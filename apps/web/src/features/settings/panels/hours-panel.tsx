import type { BusinessHours, TenantRecord } from '@burrow/contracts/tenant';
import { Copy, Plus, X } from 'lucide-react';
import { useId } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { controlClass } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import {
  canAddRange,
  copiedToWeekdays,
  daysInOrder,
  hoursOf,
  hoursProblems,
  keptClose,
  nextRange,
  problemOf,
  shownClose,
  type Range,
} from '../opening-hours.ts';
import { usePracticeForm } from '../use-practice-form.ts';

const valuesOf = (practice: TenantRecord): { business_hours: BusinessHours } => ({
  business_hours: hoursOf(practice.business_hours),
});

const check = ({ business_hours: hours }: { business_hours: BusinessHours }) => hoursProblems(hours);

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

const timeClass = classNames(controlClass, 'figures w-0! min-w-0 flex-1 max-sm:px-2! sm:w-36! sm:flex-none');

/** One range: two time fields and a button that removes it. */
function RangeFields({
  day,
  place,
  range: [open, close],
  errorId,
  onChange,
  onRemove,
}: {
  day: string;
  place: number;
  range: Range;
  errorId: string | undefined;
  onChange: (range: Range) => void;
  onRemove: () => void;
}) {
  const shared = { type: 'time', step: 300, className: timeClass } as const;
  const wrong = { 'aria-invalid': errorId ? true : undefined, 'aria-describedby': errorId } as const;
  const which = place === 0 ? day : `${day}, range ${place + 1}`;
  return (
    <div className="flex items-center gap-2">
      <input
        {...shared}
        {...wrong}
        aria-label={`${which}: opens`}
        value={open}
        onChange={(event) => onChange([event.target.value, close])}
      />
      <span aria-hidden="true" className="text-ink-soft">
        –
      </span>
      <input
        {...shared}
        {...wrong}
        aria-label={`${which}: closes`}
        value={shownClose(close)}
        onChange={(event) => onChange([open, keptClose(event.target.value)])}
      />
      <IconButton
        label={`${which}: remove these hours`}
        icon={<X className="size-4.5" />}
        onClick={onRemove}
      />
    </div>
  );
}

/** The opening hours of one day of the week. */
function DayHours({
  name,
  ranges,
  error,
  onChange,
  onCopy,
}: {
  name: string;
  ranges: readonly Range[];
  error: string | undefined;
  onChange: (ranges: Range[]) => void;
  onCopy: () => void;
}) {
  const errorId = useId();
  const isOpen = ranges.length > 0;
  return (
    <li className="px-4 py-3">
      <KeepFocus className="grid grid-cols-1 gap-x-4 gap-y-2 outline-none sm:grid-cols-[9rem_minmax(0,1fr)_auto]">
        <div className="sm:pt-1.5">
          <Checkbox label={name} checked={isOpen} onChange={() => onChange(isOpen ? [] : [nextRange([])])} />
        </div>
        {isOpen ? (
          <div className="flex flex-col gap-2">
            {ranges.map((range, place) => (
              <RangeFields
                // A range has no id, so its index is the key.
                key={places[place]}
                {...{ day: name, place, range }}
                errorId={error ? errorId : undefined}
                onChange={(changed) => onChange(ranges.map((other, at) => (at === place ? changed : other)))}
                onRemove={() => onChange(ranges.filter((_range, at) => at !== place))}
              />
            ))}
            {error ? (
              <p id={errorId} role="alert" className="text-sm font-medium text-attention">
                {error}
              </p>
            ) : null}
          </div>
        ) : (
          <p className="text-ink-soft sm:pt-1.5">Closed</p>
        )}
        {isOpen ? (
          <div className="flex flex-wrap gap-1 self-start sm:justify-end">
            <Button
              size="small"
              variant="quiet"
              icon={<Plus className="size-4" />}
              aria-label={`${name}: add hours`}
              disabled={!canAddRange(ranges)}
              onClick={() => onChange([...ranges, nextRange(ranges)])}
            >
              Add hours
            </Button>
            <Button
              size="small"
              variant="quiet"
              icon={<Copy className="size-4" />}
              aria-label={`${name}: copy to weekdays`}
              title="Copy to all weekdays"
              onClick={onCopy}
            >
              Copy to weekdays
            </Button>
          </div>
        ) : null}
      </KeepFocus>
    </li>
  );
}

/** The opening hours: seven days, each with any number of ranges. */
export function HoursPanel({ practice }: { practice: TenantRecord }) {
  const { weekdays } = useFormats();
  const form = usePracticeForm(practice, valuesOf, { check });
  const hours = form.values.business_hours;
  return (
    <SettingsForm form={form}>
      <Card flush>
        <p className="px-4 pt-3 text-ink-soft">
          Clients can request appointments within these times. For midnight, enter 00:00 as the closing time.
        </p>
        <ul className="divide-y divide-line">
          {daysInOrder(practice.week_starts_on).map(({ key, index }) => (
            <DayHours
              key={key}
              name={weekdays[index]?.long ?? key}
              ranges={hours[key]}
              error={problemOf(form.errors, key)}
              onChange={(ranges) => form.set({ business_hours: { ...hours, [key]: ranges } })}
              onCopy={() => form.set({ business_hours: copiedToWeekdays(hours, key) })}
            />
          ))}
        </ul>
      </Card>
    </SettingsForm>
  );
}
