import { weekdays } from '@burrow/contracts/weekdays';
import type { Formats } from '../../lib/format.ts';
import type { FormOf } from '../../lib/use-form.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TimeInput } from '../../ui/time-input.tsx';
import type { WantValues } from './want-values.ts';

function Days({ form, formats }: { form: FormOf<WantValues>; formats: Pick<Formats, 'weekdays'> }) {
  const problem = form.errors.sun;
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Days</legend>
      <div className="mt-1.5 flex flex-wrap gap-x-5 gap-y-2">
        {weekdays.map((day, index) => (
          <Checkbox
            key={day}
            label={formats.weekdays[index]?.short ?? day}
            {...form.flag(day)}
            // One error stands for all of them, and any of them resolves it.
            onChange={(event) => {
              form.set({ [day]: event.target.checked });
              form.forgive();
            }}
          />
        ))}
      </div>
      {problem ? (
        <p role="alert" className="mt-1.5 text-sm font-medium text-attention">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}

/** When a client could come, and a note. */
export function WantFields({
  form,
  formats,
  noteHint,
}: {
  form: FormOf<WantValues>;
  formats: Pick<Formats, 'weekdays'>;
  noteHint: string;
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateInput {...form.field('from_date')} label="First day" required />
        <DateInput {...form.field('until_date')} label="Last day" required />
      </div>
      <Days form={form} formats={formats} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TimeInput {...form.field('from_time')} label="Earliest time (optional)" />
        <TimeInput {...form.field('until_time')} label="Latest time (optional)" />
      </div>
      <TextArea {...form.field('note')} label="Note (optional)" rows={2} hint={noteHint} />
    </>
  );
}
