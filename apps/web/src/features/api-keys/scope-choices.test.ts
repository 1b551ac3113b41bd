import { scopes } from '@burrow/contracts/scopes';
import { describe, expect, it } from 'vitest';
import { presets, resourceNames, scopeFor, scopesInWords } from './scope-choices.ts';

describe('the scopes on the form', () => {
  it('include every scope once', () => {
    const offered = resourceNames.flatMap((resource) => [
      scopeFor(resource, 'read'),
      scopeFor(resource, 'write'),
    ]);
    expect(offered.filter((scope) => scope !== null)).toEqual([...scopes]);
  });

  it('are described in words', () => {
    expect(scopesInWords(['clients:write', 'appointments:write', 'appointments:read'])).toEqual([
      'Appointments: read and write',
      'Clients: write',
    ]);
    expect(scopesInWords([])).toEqual([]);
  });

  it('include presets that only read, or book without reading clients', () => {
    const [readOnly, website] = presets;
    expect(readOnly?.scopes.filter((scope) => scope.endsWith(':write'))).toEqual([]);
    expect(website?.scopes).not.toContain('clients:read');
  });
});
