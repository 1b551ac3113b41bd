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
  'records:read',
  'records:write',
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

/** What an action says about the keys that may call it. */
export interface ScopedAction {
  /** A query runs in a READ ONLY transaction and may be repeated; a command changes something. */
  kind: 'query' | 'command';
  /**
   * The scope that an API key needs to read (queries) or to write (commands), see `scopeOf`; null if no API key may
   * ever call, nor its caller be identified. There is no default. Sessions are not checked.
   */
  scope: ScopeResource | null;
  /**
   * What the action does that belongs to other scopes, which an API key then needs besides: by scope, when it does that,
   * worded to follow 'also payments:write', which the handler checks (`needScope`); `always` where it does so in every call.
   */
  effects?: Readonly<Partial<Record<Scope, string>>>;
}

/** The scope that a key needs for an action, see `scopesOf` for all; null for what no key may ever do. */
export const scopeOf = ({ kind, scope }: Pick<ScopedAction, 'kind' | 'scope'>): Scope | null =>
  scope === null ? null : (`${scope}:${kind === 'query' ? 'read' : 'write'}` as Scope);

/** Every scope without which a key is refused an action whatever it sends; null for what no key may ever do. */
export function scopesOf({ effects = {}, ...action }: ScopedAction): Scope[] | null {
  const own = scopeOf(action);
  return own && [own, ...scopes.filter((scope) => effects[scope] === 'always')];
}
