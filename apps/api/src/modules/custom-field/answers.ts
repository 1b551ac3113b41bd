import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { answerText, checkAnswer, type CheckedAnswer } from './answer-value.ts';
import { fieldsToAnswer, lockBookingStatus, saveAnswers, type AskedField } from './repository.ts';

type Input = ParsedInputOf<'booking_custom_field_values_set'>;

/**
 * Sets the custom field answers of an appointment: '' or null clears, omitted ones stay. All are written, or none.
 * @throws AppError `not_found` (the appointment, a custom field), `booking_closed`, `invalid_input` by custom field
 */
export async function answerFields(ctx: Ctx, input: Input): Promise<void> {
  const sent = sentAnswers(input);
  const [status, fields] = await Promise.all([
    lockBookingStatus(ctx, input.booking_id),
    fieldsToAnswer(ctx, input.booking_id, [...sent.keys()]),
  ]);
  if (status === undefined) {
    throw new AppError('not_found', { message: 'Appointment not found.' });
  }
  if (status === 'cancelled') throw new AppError('booking_closed');
  if (fields.length < sent.size) throw unknownQuestion(sent, fields);
  const answers = checkedAnswers(fields, sent);
  if (answers.size === 0) return;
  await saveAnswers(ctx, input.booking_id, answers);
  ctx.auditDetails({ field_ids: [...answers.keys()] });
}

/**
 * The sent answers, by custom field: fields of the form whose name is a number, and `values`, which takes precedence.
 */
function sentAnswers({ booking_id: _booking, values = {}, ...fields }: Input): Map<number, unknown> {
  const numbered = Object.entries(fields).filter(([name]) => /^\d+$/.test(name));
  // No id is longer; treat such a name as an unknown custom field.
  return new Map(
    [...numbered, ...Object.entries(values)].map(([name, value]) => [
      name.length > 15 ? 0 : Number(name),
      value,
    ]),
  );
}

function unknownQuestion(sent: ReadonlyMap<number, unknown>, fields: readonly AskedField[]): AppError {
  const known = new Set(fields.map(({ id }) => id));
  const message = 'Custom field not found.';
  const unknown = [...sent.keys()].filter((id) => !known.has(id));
  return new AppError('not_found', {
    message,
    fields: Object.fromEntries(unknown.map((id) => [String(id), message])),
  });
}

/** The answers that differ from the stored ones. @throws AppError `invalid_input`, with the error by custom field */
function checkedAnswers(
  fields: readonly AskedField[],
  sent: ReadonlyMap<number, unknown>,
): Map<number, string | null> {
  const answers = new Map<number, string | null>();
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const checked = checkedAnswer(field, answerText(sent.get(field.id)));
    if (checked === 'same') continue;
    if ('problem' in checked) problems[String(field.id)] = checked.problem;
    else answers.set(field.id, checked.value || null);
  }
  if (Object.keys(problems).length > 0) throw new AppError('invalid_input', { fields: problems });
  return answers;
}

function checkedAnswer(field: AskedField, answer: string | null): CheckedAnswer | 'same' {
  if (answer === null) return { problem: "Enter text, a number, '1' or '0'." };
  // An unchanged answer may stay even if it is no longer valid, such as a removed option.
  if (answer !== '' && answer === field.value) return 'same';
  if (answer === '' && field.required && !field.retired) return { problem: 'This field is required.' };
  if (answer === '') return field.value === null ? 'same' : { value: '' };
  if (field.retired) return { problem: 'This field is archived.' };
  return checkAnswer(field, answer);
}
