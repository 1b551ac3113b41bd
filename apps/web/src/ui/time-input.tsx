import { TextField, type TextFieldProps } from './text-field.tsx';

/** A time field with the browser's own picker; its value is `HH:MM`. `step` is in seconds. */
export function TimeInput(props: Omit<TextFieldProps, 'type'>) {
  return <TextField step={300} {...props} type="time" inputClassName="figures" />;
}
