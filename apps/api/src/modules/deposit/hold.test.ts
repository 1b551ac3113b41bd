import { describe, expect, it } from 'vitest';
import { returnOrigin } from './hold.ts';

const practice = { subdomain: 'willow', custom_host: 'pets.willow.example' };
const origin = (wanted: string | undefined, publicUrl: string | undefined = 'https://burrow.example') =>
  returnOrigin({ wanted, publicUrl, askedHost: 'burrow.example', practice });

describe('the address that a payment returns to', () => {
  it.each([
    ['https://burrow.example/app/cp', 'https://burrow.example'],
    ['https://willow.burrow.example/app/cp?x=1', 'https://willow.burrow.example'],
    ['https://PETS.willow.example', 'https://pets.willow.example'],
  ])('is %s, an address of this server', (wanted, expected) => expect(origin(wanted)).toBe(expected));

  it.each([
    'https://evil.example',
    'http://willow.burrow.example',
    'https://clover.burrow.example',
    'https://willow.burrow.example:8443',
    'https://burrow.example@evil.example',
    'https://burrow.example.evil.example',
    'javascript:alert(1)//burrow.example',
    'data:text/html,x',
    '//evil.example',
    'nothing',
    undefined,
  ])('is the server’s own for %s', (wanted) => expect(origin(wanted)).toBe('https://burrow.example'));

  it('is the requested host if the server does not know its address', () => {
    const unknown = (wanted: string | undefined) =>
      returnOrigin({ wanted, publicUrl: undefined, askedHost: 'localhost', practice });
    expect(unknown('http://localhost:8080/app')).toBe('http://localhost:8080');
    expect(unknown('http://evil.example/app')).toBeNull();
    expect(unknown(undefined)).toBeNull();
  });

  describe('on a machine that runs a trial', () => {
    const trial = (wanted: string, askedHost: string, publicUrl = 'http://localhost:8080') =>
      returnOrigin({ wanted, publicUrl, askedHost, practice });

    it.each([
      ['http://127.0.0.1:8080/app/cp', '127.0.0.1'],
      ['http://[::1]:8080/app/cp', '[::1]'],
      ['http://localhost:8080/app/cp', 'localhost'],
      ['http://192.168.1.20:8080/app/cp', '192.168.1.20'],
    ])('is %s, as in the browser', (wanted, askedHost) =>
      expect(trial(wanted, askedHost)).toBe(new URL(wanted).origin),
    );

    it.each([
      ['http://127.0.0.1:9999/app', '127.0.0.1'],
      ['https://127.0.0.1:8080/app', '127.0.0.1'],
      ['http://192.168.1.66:8080/app', '192.168.1.20'],
      ['http://evil.example:8080/app', 'evil.example'],
      ['http://127.0.0.1.evil.example:8080/app', '127.0.0.1.evil.example'],
      ['http://127.0.0.1@evil.example:8080/app', 'evil.example'],
    ])('is the server’s own for %s', (wanted, askedHost) =>
      expect(trial(wanted, askedHost)).toBe('http://localhost:8080'),
    );

    it('is never an IP address if the server has a public address', () => {
      for (const host of ['127.0.0.1', '192.168.1.20'])
        expect(trial(`http://${host}:8080/app`, host, 'https://burrow.example')).toBe(
          'https://burrow.example',
        );
    });
  });
});
