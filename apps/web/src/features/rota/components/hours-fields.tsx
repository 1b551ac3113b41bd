import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { controlClass } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { canAddHours, nextHours, type HoursDraft } from '../rota-days.ts';

const timeClass = classNames(controlClass, 'figures w-0! min-w-0 flex-1 max-sm:px-2! sm:w-32! sm:flex-none');
const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** The hours of one day, each with whether pet owners can request appointments in them. */
export function HoursFields({
  name,
  hours,
  error,
  onChange,
}: {
  /** The day, for the screen reader. */
  name: string;
  hours: readonly HoursDraft[];
  error: string | undefined;
  onChange: (hours: HoursDraft[]) => void;
}) {
  const errorId = useId();
  const wrong = { 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? errorId : undefined };
  return (
    <KeepFocus className="flex min-w-0 flex-col gap-2 outline-none">
      {hours.map((range, place) => {
        const which = place === 0 ? name : `${name}, range ${place + 1}`;
        const set = (edit: Partial<HoursDraft>) =>
          onChange(hours.map((other, at) => (at === place ? { ...other, ...edit } : other)));
        const time = (field: 'from' | 'to', label: string) => (
          <input
            {...wrong}
            type="time"
            step={300}
            className={timeClass}
            aria-label={`${which}: ${label}`}
            value={range[field]}
            onChange={({ target }) => set({ [field]: target.value })}
          />
        );
        return (
          // A range has nothing but its place to be known by.
          <div key={places[place]} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <div className="flex min-w-0 items-center gap-2 max-sm:w-full">
              {time('from', 'starts')}
              <span aria-hidden="true" className="text-ink-soft">
                –
              </span>
              {time('to', 'ends')}
              <IconButton
                label={`${which}: remove these hours`}
                icon={<X className="size-4.5" />}
                onClick={() => onChange(hours.filter((_range, at) => at !== place))}
              />
            </div>
            <Checkbox
              label="Online"
              aria-label={`${which}: clients can request appointments`}
              checked={range.online}
              onChange={({ target }) => set({ online: target.checked })}
            />
          </div>
        );
      })}
      {error ? (
        <p id={errorId} role="alert" className="text-sm font-medium text-attention">
          {error}
        </p>
      ) : null}
      <Button
        size="small"
        variant="quiet"
        className="self-start"
        icon={<Plus aria-hidden="true" className="size-4" />}
        aria-label={`${name}: add hours`}
        disabled={!canAddHours(hours)}
        onClick={() => onChange([...hours, nextHours(hours)])}
      >
        Add hours
      </Button>
    </KeepFocus>
  );
}
