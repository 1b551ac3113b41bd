import type { Action } from './action.ts';

/**
 * What an API key can be allowed. Each scope is separate: writing does not include reading. The reference page shows
 * which action needs which.
 */
export const scopes = [
  'appointments:read',
  'appointments:write',
  'clients:read',
  'clients:write',
  'animals:read',
  'animals:write',
  'files:read',
  'files:write',
  'services:read',
  'services:write',
  'payments:read',
  'payments:write',
  'messages:read',
  'messages:write',
  'reports:read',
  'practice:read',
  'practice:write',
] as const;

export type Scope = (typeof scopes)[number];
/** The part of the product that a scope is about. */
export type ScopeResource = Scope extends `${infer Resource}:${string}` ? Resource : never;

/**
 * The scope that a key needs for an action, see `scopesOf` for all; null for actions that no key may call.
 */
export const scopeOf = ({ kind, scope }: Pick<Action, 'kind' | 'scope'>): Scope | null =>
  scope === null ? null : (`${scope}:${kind === 'query' ? 'read' : 'write'}` as Scope);

/** Every scope that an action requires of a key whatever the input; null for actions that no key may call. */
export function scopesOf({
  effects = {},
  ...action
}: Pick<Action, 'kind' | 'scope' | 'effects'>): Scope[] | null {
  const own = scopeOf(action);
  return own && [own, ...scopes.filter((scope) => effects[scope] === 'always')];
}
