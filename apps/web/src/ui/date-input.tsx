import { TextField, type TextFieldProps } from './text-field.tsx';

/** The last day that the contract accepts. With a limit, browsers take no more than four digits for the year. */
const lastDay = '2199-12-31';

/** A date field with the browser's own picker; its value is `YYYY-MM-DD`. */
export function DateInput({ max, ...props }: Omit<TextFieldProps, 'type'>) {
  return <TextField {...props} type="date" max={max || lastDay} inputClassName="figures" />;
}
