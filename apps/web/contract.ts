import type { Action } from '@burrow/contracts/action';
import { actionNamed, actionNames } from '@burrow/contracts/actions';
import type { Plugin } from 'vite';
import type { FieldRule } from './src/lib/field-rule.ts';

interface Issue {
  code: string;
  message: string;
  path: readonly unknown[];
  origin?: unknown;
  maximum?: unknown;
}

/** As much of a zod schema as is needed to try values. */
interface Schema {
  safeParse: (value: unknown) => {
    error?: { issues: readonly Issue[] };
  };
}

const sentence = (schema: Schema, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

const isUnlisted = ({ code, path }: Issue): boolean => code === 'invalid_value' && path.length === 0;

/** How many characters a field takes; undefined when it is not a text of limited length. */
function longest(schema: Schema): number | undefined {
  const tooLong = schema.safeParse('x'.repeat(100_000)).error?.issues.find(({ code }) => code === 'too_big');
  return tooLong?.origin === 'string' ? Number(tooLong.maximum) : undefined;
}

/** Zod's own messages, which are for programmers: a form then has its usual one. */
const ofZod = /^(Invalid|Too small)/;

/** The sentence for a blank value: of a list that has no entry, otherwise of a field that is missing or, if it may be, empty. */
function blankSentence(schema: Schema): string | undefined {
  const ofList = schema.safeParse([]).error?.issues.find(({ code }) => code === 'too_small');
  const said = ofList?.message ?? sentence(schema, undefined) ?? sentence(schema, '');
  return said !== undefined && ofZod.test(said) ? undefined : said;
}

/** What a form has to know of an input field, found out by trying values; null when there is nothing to know. */
function ruleOf(schema: Schema): FieldRule | null {
  const accepts = (value: unknown) => sentence(schema, value) === undefined;
  const isRequired = !accepts(undefined);
  // A password is kept as typed: spaces are no blank value. A flag and a choice of a few words always have a value.
  const isPassword = isRequired && accepts(' '.repeat(32));
  if (isPassword || accepts(true) || schema.safeParse('').error?.issues.some(isUnlisted)) return null;
  const maxLength = longest(schema);
  const blank = blankSentence(schema);
  if (!isRequired && maxLength === undefined && blank === undefined) return null;
  return {
    ...(isRequired ? { required: true } : {}),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(blank === undefined ? {} : { blank }),
  };
}

/** The rules of an action's input, by field. Ids are not among them: no form asks for the id of its record. */
export function fieldRules({ input }: Pick<Action, 'input'>): Record<string, FieldRule> {
  return Object.fromEntries(
    Object.entries(input.shape).flatMap(([field, schema]) => {
      const rule = ruleOf(schema);
      return rule === null || rule.blank === 'Enter the id of a record.' ? [] : [[field, rule]];
    }),
  );
}

/** For every command, what `read` finds of it; commands of which it finds nothing are left out. */
function byCommand(read: (action: Action) => object | undefined): string {
  const commands = actionNames.map((name) => [name, actionNamed(name)] as const);
  const found = commands.flatMap(([name, action]) => {
    const value = action.kind === 'command' ? read(action) : undefined;
    return value === undefined || Object.keys(value).length === 0 ? [] : [[name, value]];
  });
  return JSON.stringify(Object.fromEntries(found));
}

const modules: Readonly<Record<string, () => string>> = {
  'virtual:invalidations': () => {
    const keyed = actionNames.filter((name) => actionNamed(name).idempotent);
    // Many commands share a list, so each list is written once.
    const all = JSON.parse(byCommand(({ invalidates }) => invalidates)) as Record<string, string[]>;
    const lists = [...new Set(Object.values(all).map((list) => JSON.stringify(list)))];
    const commands = Object.entries(all).map(
      ([name, list]) => `${JSON.stringify(name)}: lists[${lists.indexOf(JSON.stringify(list))}]`,
    );
    return `const lists = [${lists.join()}];
      export const invalidations = { ${commands.join()} };
      export const keyed = ${JSON.stringify(keyed)};`;
  },
  'virtual:field-rules': () => `export const fieldRules = ${byCommand(fieldRules)};`,
};

/**
 * Gives the app what it needs of the contract, read while building, so that the browser gets a few names and limits instead
 * of every schema and zod: `virtual:invalidations`, for every command the queries whose answers it changes, and which commands
 * take an idempotency key; `virtual:field-rules`, for every command the rules of its input's fields.
 */
export function contract(): Plugin {
  return {
    name: 'burrow-contract',
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    load: (id) => modules[id.replace('\0', '')]?.(),
  };
}
