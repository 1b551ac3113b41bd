import { describe, expect, it } from 'vitest';
import { ApiError, errorFromAnswer, messageOf, unreachable } from './api-error.ts';

const body = (value: unknown) => JSON.stringify(value);

describe('an error response', () => {
  it("has the server's message, code and fields", () => {
    const error = errorFromAnswer(
      400,
      body({
        message: 'Some is missing.',
        code: 'invalid_input',
        fields: { name: 'Required' },
        request_id: 'r1',
      }),
    );
    expect(error).toMatchObject({
      status: 400,
      statusCode: 400,
      code: 'invalid_input',
      message: 'Some is missing.',
      fields: { name: 'Required' },
      requestId: 'r1',
      subscriptionRequired: false,
    });
  });

  it('names the client who has the phone number', () => {
    const taken = body({ message: 'Taken.', code: 'phone_taken', existing_id: 7, request_id: 'r1' });
    expect(errorFromAnswer(409, taken).existingId).toBe(7);
    expect(errorFromAnswer(409, '{}').existingId).toBeNull();
  });

  it('quotes a body without a message, but not the page of a proxy', () => {
    expect(errorFromAnswer(502, '<h1>Bad gateway</h1>').message).toBe('API Error: 502');
    expect(errorFromAnswer(500, '').message).toBe('API Error: 500');
    expect(errorFromAnswer(500, '{}').message).toBe('API Error: 500 - {}');
  });
});

it.each([
  ['the server', body({ message: 'No.', code: 'forbidden', request_id: 'r1' }), true],
  ['a proxy that shows a page', '<h1>Blocked</h1>', false],
  ['a proxy that sends JSON', body({ message: 'Forbidden', request_id: 'r1' }), false],
  ['a proxy with codes of its own', body({ message: 'Forbidden', code: 1020 }), false],
])('knows whether it is from the server: %s', (_from, text, isFromServer) => {
  expect(errorFromAnswer(403, text).isFromServer).toBe(isFromServer);
});

describe('402', () => {
  it('asks for a subscription', () => {
    expect(errorFromAnswer(402, body({ message: 'Trial over.', subscription_required: true }))).toMatchObject(
      {
        subscriptionRequired: true,
        userMessage: 'Trial over.',
      },
    );
  });

  it('has a default message if the body has none', () => {
    expect(errorFromAnswer(402, '{}').userMessage).toBe(
      'Your trial period has expired. Please subscribe to continue using the service.',
    );
  });

  it("is 'Payment Required' when the body is unreadable", () => {
    expect(errorFromAnswer(402, 'nonsense').userMessage).toBe('Payment Required');
  });
});

it('has the time to wait', () => {
  const wait = body({ message: 'Wait.', code: 'rate_limited' });
  expect(errorFromAnswer(429, wait, '90').retryAfter).toBe(90);
  expect(errorFromAnswer(429, wait).retryAfter).toBeNull();
  expect(errorFromAnswer(429, wait, 'Sat, 21 Nov 2026 14:00:00 GMT').retryAfter).toBeNull();
});

it('explains that there was no response', () => {
  expect(unreachable()).toMatchObject({ status: 0, code: 'unreachable' });
});

it('words an error for people', () => {
  expect(messageOf(new ApiError(409, 'Taken.'), 'Failed')).toBe('Taken.');
  expect(messageOf(new TypeError('x is undefined'), 'Failed')).toBe('Failed');
});

it('does not show a machine-readable response to people', () => {
  expect(messageOf(errorFromAnswer(502, '<h1>Bad gateway</h1>'), 'Failed to fetch data')).toBe(
    'Failed to fetch data',
  );
  expect(messageOf(errorFromAnswer(500, '{"error":"oops"}'), 'Failed')).toBe('Failed');
  expect(messageOf(errorFromAnswer(503, body({ message: 'Busy.' })), 'Failed')).toBe('Busy.');
  expect(messageOf(unreachable(), 'Failed')).toContain('Couldn’t reach the server');
  expect(messageOf(new TypeError('x is undefined'), 'Failed')).toBe('Failed');
});
