import { describe, expect, it } from 'vitest';
import { refuseHalfReal, sandboxHostOf, whatStandsIn } from './start-settings.ts';

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1' };
const twilio = { TWILIO_ACCOUNT_SID_FILE: '/run/secrets/twilio' };
const starting = (settings: Record<string, string | undefined>) => () =>
  refuseHalfReal(settings, whatStandsIn(settings));

describe('the sandbox of npm start', () => {
  it('stays on this machine, wherever the server listens, unless configured otherwise', () => {
    expect(sandboxHostOf({ HOST: '0.0.0.0' })).toBe('127.0.0.1');
    expect(sandboxHostOf({ HOST: '0.0.0.0', SANDBOX_HOST: '10.0.0.1' })).toBe('10.0.0.1');
  });

  it('replaces the providers without an account', () => {
    expect(whatStandsIn({ ...twilio, SMTP_URL: '' })).toEqual({ twilio: false, stripe: true, mail: true });
  });
});

describe('a real account beside the sandbox', () => {
  it.each([
    ['listens to others', { HOST: '0.0.0.0' }],
    ['is reached through a proxy', { PUBLIC_URL: 'https://pets.example' }],
  ])('is refused on a server that %s', (_what, place) => {
    expect(starting({ ...place, ...stripe })).toThrow('STRIPE_SECRET_KEY is a real account');
    expect(starting({ ...place, ...twilio })).toThrow('TWILIO_ACCOUNT_SID is a real account');
    expect(starting({ ...place, ...twilio, ...stripe })).not.toThrow();
    expect(starting(place)).not.toThrow();
  });

  it.each([{}, { HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:8080' }, { HOST: '::1' }])(
    'is allowed for a trial on this machine: %j',
    (place) => {
      expect(starting({ ...place, ...stripe })).not.toThrow();
    },
  );
});
