import { describe, expect, it } from 'vitest';
import { credentialsFor, encodeBody } from './form-body.ts';

const session = { apiKey: 'key', userId: 7 };

describe('the credentials of a call', () => {
  it('are the key and the user', () => {
    expect(credentialsFor('booking_create', session)).toEqual({ api_key: 'key', user_id: 7 });
  });

  it.each(['cp/animals', 'file/cp_upload'])('name the client in the portal, as for %s', (action) => {
    expect(credentialsFor(action, session)).toEqual({ api_key: 'key', client_id: 7 });
  });

  it('are none without a session', () => {
    expect(credentialsFor('auth', null)).toEqual({});
  });
});

describe('the body of a call', () => {
  it('is a form without empty values', () => {
    const input = {
      booking_id: 12,
      notes: '',
      staff_id: undefined,
      price: '45.00',
      staff_accepted: true,
      x: 0,
    };
    expect(encodeBody(input, { api_key: 'k', user_id: 7 })).toEqual({
      contentType: 'application/x-www-form-urlencoded',
      body: 'booking_id=12&price=45.00&staff_accepted=1&x=0&api_key=k&user_id=7',
    });
  });

  it('escapes special characters in a form', () => {
    expect(encodeBody({ name: 'Tom & Jerry = ü' }, {}).body).toBe('name=Tom+%26+Jerry+%3D+%C3%BC');
  });

  it('is JSON if a field is cleared', () => {
    const { contentType, body } = encodeBody({ client_id: 3, email: null, phone: '' }, { api_key: 'k' });
    expect(contentType).toBe('application/json');
    expect(JSON.parse(body)).toEqual({ client_id: 3, email: null, api_key: 'k' });
  });

  it('does not let a field override the credentials', () => {
    expect(encodeBody({ user_id: 1 }, { api_key: 'k', user_id: 7 }).body).toBe('user_id=7&api_key=k');
  });

  it('refuses values that a form cannot contain', () => {
    expect(() => encodeBody({ when: Symbol('x') }, {})).toThrow('when');
  });
});
