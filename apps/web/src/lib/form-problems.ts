import { ApiError } from './api-error.ts';
import type { FieldRule } from './field-rule.ts';
import { lengthProblem } from './length-problem.ts';

export type Rules = Readonly<Record<string, FieldRule>>;
/** Whether fields are required, where that differs from the rules. */
export type Required<Values> = { readonly [Name in keyof Values]?: boolean };

/** Errors by field. */
export type Problems<Values> = { readonly [Name in keyof Values]?: string | undefined };

/** The errors without those of some fields. */
export const without = <Values>(problems: Problems<Values>, leaveOut: (name: string) => boolean) =>
  Object.fromEntries(
    Object.entries(problems).filter(([name, said]) => said !== undefined && !leaveOut(name)),
  ) as Problems<Values>;

const isBlank = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.trim() === ''
    : value === null || (Array.isArray(value) && value.length === 0);

/** The rules, except for whether some fields are required. */
export function withRequired<Values>(rules: Rules, required: Required<Values>): Rules {
  const changed = Object.entries(required).map(([name, is]) => [name, { ...rules[name], required: is }]);
  return { ...rules, ...Object.fromEntries(changed) };
}

/** Errors in values before they are sent: blank required fields, texts that are too long, and those of the form's own check (`own`). */
export function problemsIn<Values extends object>(
  values: Values,
  rules: Rules,
  own: Problems<Values> = {},
): Problems<Values> {
  const found = Object.entries(values).flatMap(([name, value]) => {
    const { required = false, blank = 'This is required.', maxLength } = rules[name] ?? {};
    if (required && isBlank(value)) return [[name, blank]];
    const tooLong = typeof value === 'string' ? lengthProblem(value, maxLength) : undefined;
    return tooLong === undefined ? [] : [[name, tooLong]];
  });
  return { ...Object.fromEntries(found), ...without(own, () => false) } as Problems<Values>;
}

/** Says that a date or number is only half typed: it reads as empty, and would be cleared. */
export const incompleteText = 'Please complete this.';

/** The errors of the fields with half-typed controls. `names` are those of the controls. */
export const incompleteFields = <Values extends object>(
  names: readonly string[],
  values: Values,
): Problems<Values> =>
  Object.fromEntries(
    names.filter((name) => name in values).map((name) => [name, incompleteText]),
  ) as Problems<Values>;

/** The server's errors, by the form's fields. The error of a list item ('scopes.2') is shown at the list. */
export function problemsOf<Values extends object>(
  error: unknown,
  values: Values,
  blames: Readonly<Record<string, string | undefined>> = {},
  nameHere: (name: string) => string = (name) => name,
): Problems<Values> {
  if (!(error instanceof ApiError)) return {};
  const blamed = blames[error.code ?? ''];
  const named = Object.entries(error.fields).map(([name, said]) => [
    nameHere(name.split('.')[0] ?? name),
    said,
  ]);
  const all = blamed === undefined ? named : [[blamed, error.message], ...named];
  return Object.fromEntries(all.filter(([name]) => name !== undefined && name in values)) as Problems<Values>;
}
