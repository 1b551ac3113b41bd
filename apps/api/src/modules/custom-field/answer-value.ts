import { date, requiredText } from '@burrow/contracts/form';
import type { BookingFieldOptions } from '@burrow/contracts/custom-field';
import { maxAnswerLength } from '@burrow/contracts/text-lengths';
import { boundsOf } from './field-options.ts';
import type { AskedField } from './repository.ts';

/** An answer as it is stored, or why it is invalid. */
export type CheckedAnswer = { value: string } | { problem: string };

type Question = Pick<AskedField, 'field_type' | 'field_options'>;

/** The answer as text: a JSON number or boolean becomes the text that a form would send; '' for a blank answer. */
export function answerText(sent: unknown): string | null {
  if (sent === null) return '';
  if (typeof sent === 'boolean') return sent ? '1' : '0';
  if (typeof sent === 'number') return String(sent);
  return typeof sent === 'string' ? sent.trim() : null;
}

/** Checks an answer that is not blank against its custom field. */
export function checkAnswer(question: Question, answer: string): CheckedAnswer {
  const { field_type: type, field_options: options } = question;
  switch (type) {
    case 'text':
    case 'textarea': {
      return fromCodec(requiredText(maxAnswerLength[type]).safeParse(answer));
    }
    case 'number':
    case 'slider': {
      return checkNumber(question, answer);
    }
    case 'select': {
      return options.options?.includes(answer)
        ? { value: answer }
        : { problem: 'Choose one of the options.' };
    }
    case 'checkbox': {
      return answer === '1' || answer === '0' ? { value: answer } : { problem: "Enter '1' or '0'." };
    }
    default: {
      return fromCodec(date.safeParse(answer));
    }
  }
}

function fromCodec(parsed: ReturnType<typeof date.safeParse>): CheckedAnswer {
  if (parsed.success) return { value: parsed.data };
  return { problem: parsed.error.issues[0]?.message ?? 'This isn’t valid.' };
}

function checkNumber({ field_type: type, field_options: options }: Question, answer: string): CheckedAnswer {
  const value = Number(answer);
  if (!/^-?\d{1,15}(\.\d{1,10})?$/.test(answer) || !Number.isFinite(value)) {
    return { problem: 'Enter a number.' };
  }
  const { min, max } = boundsOf(type, options);
  if (min !== undefined && value < min) return { problem: `Enter ${min} or more.` };
  if (max !== undefined && value > max) return { problem: `Enter ${max} or less.` };
  return onStep(value, min ?? 0, options) ? { value: answer } : { problem: `Use steps of ${options.step}.` };
}

/**
 * Whether a value is a multiple of the step from its start; decimals such as 0.1 are inexact, hence the tolerance.
 */
function onStep(value: number, start: number, { step }: BookingFieldOptions): boolean {
  if (step === undefined) return true;
  const steps = (value - start) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
}
