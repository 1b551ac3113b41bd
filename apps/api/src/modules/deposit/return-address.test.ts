import { describe, expect, it } from 'vitest';
import { returnOrigin } from './return-address.ts';

const practice = { subdomain: 'willow', custom_host: 'pets.willow.example' };
const origin = (wanted: string | undefined, publicUrl: string | undefined = 'https://burrow.example') =>
  returnOrigin({ wanted, publicUrl, askedHost: 'burrow.example', practice });

describe('where a payment comes back to', () => {
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

  it('is the asked host where the server does not know its address', () => {
    const unknown = (wanted: string | undefined) =>
      returnOrigin({ wanted, publicUrl: undefined, askedHost: 'localhost', practice });
    expect(unknown('http://localhost:8080/app')).toBe('http://localhost:8080');
    expect(unknown('http://evil.example/app')).toBeNull();
    expect(unknown(undefined)).toBeNull();
  });
});
