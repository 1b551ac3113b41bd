import { TextField, type TextFieldProps } from './text-field.tsx';

/** A number field with the browser's own spinner and limits; its value is text, like every input's. */
export function NumberField(props: Omit<TextFieldProps, 'type'>) {
  return (
    <TextField
      inputMode={props.step === undefined || Number.isInteger(Number(props.step)) ? 'numeric' : 'decimal'}
      {...props}
      type="number"
      inputClassName="figures"
    />
  );
}
