import { describe, expect, it } from 'vitest';
import { useTestApi } from '../testing/harness.ts';

const api = useTestApi();

describe('the short address', () => {
  it('redirects to the page of the link, without keeping anything of the request', async () => {
    const answer = await fetch(`${api.url}/l/Ab3_dE-9xYz0?utm_source=text`, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/app/cp/link/Ab3_dE-9xYz0');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await expect.poll(() => api.logLines.length).toBeGreaterThan(0);
    expect(api.logLines.join('\n')).not.toContain('Ab3_dE-9xYz0');
  });

  it.each(['%2F%2Fevil.example', '..%2F..%2Flogin', 'a%0d%0aSet-Cookie:x=1', '%22%3E%3Cscript%3E'])(
    'stays on the page of links with %s',
    async (token) => {
      const answer = await fetch(`${api.url}/l/${token}`, { redirect: 'manual' });
      expect(answer.headers.get('location')).toMatch(/^\/app\/cp\/link\/[\w.%-]+$/);
      expect(answer.headers.get('set-cookie')).toBeNull();
    },
  );
});
