import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { same } from './changes-to.ts';
import { dropDraft, keepDraft, keptDraft, type DraftOwner, type DraftPlace } from './drafts.ts';

/**
 * Stores the unsaved values of open forms when a session ends, for the same person's next sign-in in this tab, until
 * the end of the day. The session store removes them for other people and at sign-out.
 */

/** The changed fields of a form, each with its initial and its typed value. */
export type Edits = Readonly<Record<string, readonly [before: unknown, typed: unknown]>>;

interface OpenForm {
  name: string;
  edits: Edits;
}

const openForms = new Set<() => OpenForm | null>();
const listeners = new Set<() => void>();

/** The fields whose values differ from the initial ones; null if none does. */
export function editsIn(first: object, values: object): Edits | null {
  const changed = Object.entries(values).flatMap(([field, typed]) => {
    const before: unknown = Reflect.get(first, field);
    return same(typed, before) ? [] : [[field, [before, typed]] as const];
  });
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

const placeOf = ({ tenantId, userId }: DraftOwner): DraftPlace => ({
  owner: { tenantId, userId },
  name: 'forms',
  today: new Date().toDateString(),
});

/** The form `name` at this address, because the same form at another address may be about another record. */
const keyOf = (name: string): string => `${window.location.pathname}${window.location.search} ${name}`;

const keptForms = (owner: DraftOwner): Record<string, Edits> => ({
  ...(keptDraft(sessionStorage, placeOf(owner)) as Record<string, Edits> | null),
});

/** Stores the values of the open forms. Call before they are unmounted. */
export function keepOpenForms(owner: DraftOwner): void {
  const open = [...openForms].map((read) => read()).filter((form) => form !== null);
  if (open.length === 0) return;
  const kept = Object.fromEntries(open.map(({ name, edits }) => [keyOf(name), edits]));
  try {
    keepDraft(sessionStorage, placeOf(owner), { ...keptForms(owner), ...kept });
  } catch (error) {
    // The storage is full or not allowed; the session still ends.
    console.info('The open forms could not be kept.', error);
  }
}

/**
 * Whether a stored value fits a field of a form. A number does not, because it is the id of a record whose name the
 * form loads from elsewhere; the person chooses it again.
 */
const fits = (value: unknown, first: unknown): boolean =>
  typeof value !== 'number' &&
  (value === null ||
    first === null ||
    (typeof value === typeof first && Array.isArray(value) === Array.isArray(first)));

export interface Kept<Values> {
  values: Partial<Values>;
  /** Whether one of the fields was changed elsewhere since. */
  isStale: boolean;
}

/** The stored values of a form whose initial values are `first`; null if there are none. */
function keptIn<Values extends object>(owner: DraftOwner, name: string, first: Values): Kept<Values> | null {
  const edits = Object.entries(keptForms(owner)[keyOf(name)] ?? {}).filter(
    ([field, [, typed]]) => Object.hasOwn(first, field) && fits(typed, Reflect.get(first, field)),
  );
  if (edits.length === 0) return null;
  const values = Object.fromEntries(edits.map(([field, [, typed]]) => [field, typed])) as Partial<Values>;
  return { values, isStale: edits.some(([field, [before]]) => !same(before, Reflect.get(first, field))) };
}

/** Removes the stored values at this address, of the form `name`, or of every form if null. */
export function dropKeptForms(owner: DraftOwner, name: string | null): void {
  const others = Object.entries(keptForms(owner)).filter(([key]) =>
    name === null ? !key.startsWith(keyOf('')) : key !== keyOf(name),
  );
  if (others.length > 0) keepDraft(sessionStorage, placeOf(owner), Object.fromEntries(others));
  else dropDraft(sessionStorage, placeOf(owner));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether values of a form at this address are stored. */
export const useHasKeptForms = (owner: DraftOwner): boolean =>
  useSyncExternalStore(subscribe, () =>
    Object.keys(keptForms(owner)).some((key) => key.startsWith(keyOf(''))),
  );

/**
 * Restores a form's stored values once, and stores its changes when the session ends.
 * @param owner the signed-in person; null for none
 * @param draft the form's name; null if it must not be stored
 * @returns the stored values, and a function that the form calls with its unsaved changes
 */
export function useKeptForm<Values extends object>(
  owner: DraftOwner | null,
  draft: string | null,
  first: Values,
): { kept: Kept<Values> | null; hold: (unsaved: Edits | null) => void } {
  const [kept] = useState(() => (draft === null || owner === null ? null : keptIn(owner, draft, first)));
  const unsaved = useRef<Edits | null>(null);
  const latest = useRef(owner);
  useEffect(() => {
    if (draft === null) return undefined;
    if (latest.current !== null && kept !== null) dropKeptForms(latest.current, draft);
    const read = () => unsaved.current && { name: draft, edits: unsaved.current };
    openForms.add(read);
    return () => {
      openForms.delete(read);
    };
  }, [draft, kept]);
  const hold = useCallback((edits: Edits | null) => {
    unsaved.current = edits;
  }, []);
  return { kept, hold };
}
