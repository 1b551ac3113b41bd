import { useFormats } from '../../../lib/practice.ts';
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx';
import { weightError, weightText } from '../animal-form.ts';
import { isUnlikelyAfter } from '../weights.ts';

/** A weight of the past, in kilograms, and its day. */
export interface LastWeight {
  weight: string;
  measured_on: string;
}

/** A weight in kilograms, as it is typed; one that is far from the last gets a warning, and can be saved. */
export function WeightField({
  last = null,
  hint,
  ...props
}: Omit<TextFieldProps, 'label'> & { last?: LastWeight | null }) {
  const formats = useFormats();
  const typed = String(props.value ?? '');
  const isUnlikely =
    last !== null &&
    typed.trim() !== '' &&
    weightError(typed) === null &&
    isUnlikelyAfter(Number(weightText(typed)), Number(last.weight));
  return (
    <TextField
      {...props}
      hint={isUnlikely ? undefined : hint}
      warning={
        isUnlikely
          ? `Last weight was ${last.weight} kg on ${formats.day(last.measured_on)}. Check the weight.`
          : undefined
      }
      label="Weight"
      inputMode="decimal"
      maxLength={10}
      autoComplete="off"
      inputClassName="figures"
      trailing="kg"
    />
  );
}
