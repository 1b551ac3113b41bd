import { ApiError } from './api-error.ts';
import type { FieldRule } from './field-rule.ts';

export type Rules = Readonly<Record<string, FieldRule>>;
/** Whether fields must be filled in, where that differs from the rules. */
export type Required<Values> = { readonly [Name in keyof Values]?: boolean };

/** Problems by field. */
export type Problems<Values> = { readonly [Name in keyof Values]?: string | undefined };

/** The problems without those of some fields, and without fields that have none. */
export const without = <Values>(problems: Problems<Values>, leaveOut: (name: string) => boolean) =>
  Object.fromEntries(
    Object.entries(problems).filter(([name, said]) => said !== undefined && !leaveOut(name)),
  ) as Problems<Values>;

const isBlank = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.trim() === ''
    : value === null || (Array.isArray(value) && value.length === 0);

/** The rules, but for whether some fields are required. */
export function withRequired<Values>(rules: Rules, required: Required<Values>): Rules {
  const changed = Object.entries(required).map(([name, is]) => [name, { ...rules[name], required: is }]);
  return { ...rules, ...Object.fromEntries(changed) };
}

/** Problems with values before they are sent: blank required ones, and those that the form itself finds (`own`). */
export function problemsIn<Values extends object>(
  values: Values,
  rules: Rules,
  own: Problems<Values> = {},
): Problems<Values> {
  const blank = Object.entries(values).flatMap(([name, value]) => {
    const { required = false, blank: said = 'This is required.' } = rules[name] ?? {};
    return required && isBlank(value) ? [[name, said]] : [];
  });
  return { ...Object.fromEntries(blank), ...without(own, () => false) } as Problems<Values>;
}

/** What the server refused, by the form's fields. Of a list ('scopes.2') it is said at the list. */
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
