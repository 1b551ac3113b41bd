import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx';

/** A weight in kilograms, as it is typed. */
export const WeightField = (props: Omit<TextFieldProps, 'label'>) => (
  <TextField
    {...props}
    label="Weight"
    inputMode="decimal"
    maxLength={10}
    autoComplete="off"
    inputClassName="figures"
    trailing="kg"
  />
);
