import { maxSearchLength } from '@burrow/contracts/text-lengths';
import { Search } from 'lucide-react';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A search field. The label is for screen readers; the placeholder names the searched texts. */
export function SearchField(props: Omit<TextFieldProps, 'type' | 'leading' | 'hideLabel'>) {
  return (
    <TextField
      maxLength={maxSearchLength}
      autoComplete="off"
      enterKeyHint="search"
      spellCheck={false}
      {...props}
      type="search"
      hideLabel
      leading={<Search aria-hidden="true" className="size-4" />}
    />
  );
}
