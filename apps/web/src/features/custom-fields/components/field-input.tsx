import { maxAnswerLength } from '@burrow/contracts/text-lengths';
import type { ReactNode } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { SliderField } from '../../../ui/slider-field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { defaultRows, readOptions, sliderEnds, type Question } from '../field-options.ts';

export interface FieldInputProps {
  question: Question;
  /** The control's name in the form. */
  name: string;
  /** As stored: '1' or '0' for a tick box; '' for no answer. */
  value: string;
  onValueChange: (value: string) => void;
  error?: string | undefined;
  hint?: ReactNode;
  className?: string | undefined;
}

/** The control for a field's type. */
export function FieldInput({ question, value, onValueChange, ...rest }: FieldInputProps) {
  const options = readOptions(question.field_options);
  const required = question.required === '1';
  const common = { ...rest, label: question.field_label, required };
  const onChange = (event: { target: { value: string } }) => onValueChange(event.target.value);
  switch (question.field_type) {
    case 'text': {
      return <TextField {...common} maxLength={maxAnswerLength.text} value={value} onChange={onChange} />;
    }
    case 'textarea': {
      return (
        <TextArea
          {...common}
          rows={options.rows ?? defaultRows}
          maxLength={maxAnswerLength.textarea}
          value={value}
          onChange={onChange}
        />
      );
    }
    case 'number': {
      return (
        <NumberField
          {...common}
          min={options.min}
          max={options.max}
          step={options.step ?? 'any'}
          value={value}
          onChange={onChange}
        />
      );
    }
    case 'slider': {
      return (
        <SliderField
          {...common}
          {...sliderEnds(options)}
          step={options.step ?? 1}
          value={value}
          onValueChange={onValueChange}
          clearable={!required}
        />
      );
    }
    case 'select': {
      return (
        <Select
          {...common}
          emptyLabel="Please choose"
          options={choicesFor(options.options ?? [], value)}
          value={value}
          onChange={onChange}
        />
      );
    }
    case 'date': {
      return <DateInput {...common} value={value} onChange={onChange} />;
    }
    default: {
      return <TickInput {...rest} question={question} value={value} onValueChange={onValueChange} />;
    }
  }
}

/** The options, and the current answer if it is no longer one of them. */
function choicesFor(options: readonly string[], value: string) {
  const all = value === '' || options.includes(value) ? options : [...options, value];
  return all.map((option) => ({ value: option, label: option }));
}

function TickInput({ question, value, onValueChange, error, hint, className, name }: FieldInputProps) {
  return (
    <div className={className}>
      <Checkbox
        name={name}
        label={
          <>
            {question.field_label}
            {question.required === '1' ? (
              <span aria-hidden="true" className="text-attention">
                {' *'}
              </span>
            ) : null}
          </>
        }
        hint={hint}
        aria-invalid={error ? true : undefined}
        checked={value === '1'}
        onChange={(event) => onValueChange(event.target.checked ? '1' : '0')}
      />
      {error ? (
        <p role="alert" className="mt-1 text-sm font-medium text-attention">
          {error}
        </p>
      ) : null}
    </div>
  );
}
