import { TextField, type TextFieldProps } from './text-field.tsx';

/** A date field with the browser's own picker; its value is `YYYY-MM-DD`. */
export function DateInput(props: Omit<TextFieldProps, 'type'>) {
  return <TextField {...props} type="date" inputClassName="figures" />;
}
