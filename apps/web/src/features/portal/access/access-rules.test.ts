import { writtenWait } from '@burrow/contracts/wait-text';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { problemsOf } from '../../../lib/form-problems.ts';
import { codeDigits, codeProblem } from './code-check.ts';
import { parseProgress } from './code-progress.ts';
import { secondsLeft, shortWait } from './countdown.ts';
import { accessFailure, justGotCode, secondsToWait, type AccessStep } from './failure-texts.ts';
import { landingInPortal, readLoginState } from './login-state.ts';
import { newPasswordBlames, newPasswordProblems } from './new-password.ts';
import { isSameNumber, phoneLabel, phoneProblem } from './phone-number.ts';

describe('a mobile number', () => {
  it.each([
    ['', 'Please enter your mobile number'],
    ['   ', 'Please enter your mobile number'],
    ['0770090000', 'Please enter a valid UK mobile number (e.g., 07700 900001)'],
    ['077009000011', 'Please enter a valid UK mobile number (e.g., 07700 900001)'],
    ['+447700900001', 'Please enter a valid UK mobile number (e.g., 07700 900001)'],
    ['01225 123456', 'Please enter a valid UK mobile number (e.g., 07700 900001)'],
    ['07700900001', null],
    [' 07700 900 001 ', null],
  ])('"%s": %s', (phone, problem) => {
    expect(phoneProblem(phone, true)).toBe(problem);
  });

  it('may look otherwise where the practice is not British', () => {
    expect(phoneProblem('+33 6 12 34 56 78', false)).toBeNull();
    expect(phoneProblem('', false)).toBe('Please enter your mobile number');
    expect([phoneLabel(true), phoneLabel(false)]).toEqual(['UK Mobile Number', 'Mobile Number']);
  });

  it('is the same however it is spaced', () => {
    expect(isSameNumber('07700 900001', '07700900001')).toBe(true);
    expect(isSameNumber('07700 900001', '07700 900002')).toBe(false);
  });
});

describe('a code', () => {
  it('keeps six digits of what is typed or pasted', () => {
    expect(codeDigits('123 456')).toBe('123456');
    expect(codeDigits('Code: 12-34-56-78')).toBe('123456');
  });

  it.each([
    ['', 'Please enter the verification code'],
    ['12345', 'Please enter a valid 6-digit code'],
    ['123456', null],
  ])('"%s": %s', (code, problem) => {
    expect(codeProblem(code)).toBe(problem);
  });
});

describe('a new password', () => {
  const check = (password: string, confirm: string, minimum = 6) =>
    newPasswordProblems({ password, confirm, minimum, missing: 'Please enter a password' });

  it('is there, long enough, and typed the same twice', () => {
    expect(check('', '')).toEqual({ password: 'Please enter a password' });
    expect(check('five5', 'five5')).toEqual({ password: 'Password must be at least 6 characters long' });
    expect(check('longer', 'other')).toEqual({ confirm: 'Passwords do not match' });
    expect(check('longer', 'longer')).toEqual({});
  });

  it('is as long as the practice asks for', () => {
    expect(check('longer', 'longer', 10)).toEqual({
      password: 'Password must be at least 10 characters long',
    });
  });

  it('is blamed when the server finds it too weak', () => {
    const entered = { name: 'Jo', password: 'petlover', confirm: 'petlover', email: '', address: '' };
    const common = new ApiError(400, 'Too common.', { code: 'weak_password' });
    expect(problemsOf(common, entered, newPasswordBlames)).toEqual({ password: 'Too common.' });
    const wrong = new ApiError(400, 'Wrong.', { code: 'invalid_input', fields: { email: 'No address.' } });
    expect(problemsOf(wrong, entered, newPasswordBlames)).toEqual({ email: 'No address.' });
    const unverified = new ApiError(400, 'Wrong.', { code: 'phone_not_verified' });
    expect(problemsOf(unverified, entered, newPasswordBlames)).toEqual({});
  });
});

describe('what failed', () => {
  it.each<[AccessStep, number, string]>([
    ['reset-start', 404, 'No account found with this mobile number.'],
    ['reset-start', 429, 'Please wait before requesting another SMS code.'],
    ['reset-start', 400, 'Please enter a valid UK mobile number.'],
    ['reset-start', 0, 'Failed to send reset code. Please try again.'],
    ['reset-complete', 400, 'Invalid or expired verification code.'],
    ['reset-complete', 404, 'Account not found.'],
    ['reset-complete', 500, 'Failed to reset password. Please try again.'],
    ['reset-resend', 429, 'Please wait before requesting another SMS code.'],
    ['reset-resend', 404, 'Failed to resend verification code.'],
    [
      'signup-start',
      409,
      'An account with this mobile number already exists. Please try logging in instead.',
    ],
    ['signup-start', 429, 'Please wait before requesting another SMS code.'],
    ['signup-start', 400, 'Please enter a valid UK mobile number.'],
    ['signup-start', 500, 'Failed to send verification code. Please try again.'],
    ['signup-verify', 400, 'Invalid or expired verification code. Please try again.'],
    ['signup-verify', 0, 'Failed to verify code. Please try again.'],
    ['signup-complete', 400, 'Phone number not verified or registration data invalid.'],
    ['signup-complete', 409, 'An account with this mobile number already exists.'],
    ['signup-complete', 500, 'Failed to create account. Please try again.'],
  ])('%s with status %i: %s', (step, status, text) => {
    expect(accessFailure(step, new ApiError(status, 'As the server words it.'))).toBe(text);
  });

  it('is worded by the server where that says more', () => {
    const archived = new ApiError(409, 'Please contact the practice.', { code: 'client_archived' });
    expect(accessFailure('signup-complete', archived)).toBe('Please contact the practice.');
    const noSms = new ApiError(503, 'Not just now.', { code: 'sms_unavailable' });
    expect(accessFailure('reset-resend', noSms)).toBe('Not just now.');
  });

  it('does not ask for a British number elsewhere', () => {
    const wrong = new ApiError(400, 'Wrong.', { fields: { phone: 'Please enter a mobile number.' } });
    expect(accessFailure('signup-start', wrong, false)).toBe('Please enter a mobile number.');
  });

  it('has no answer: nothing but a call fails with a status', () => {
    expect(accessFailure('signup-verify', new TypeError('broken'))).toBe(
      'Failed to verify code. Please try again.',
    );
    expect(secondsToWait(new ApiError(400, 'Wrong.'))).toBeNull();
  });

  it.each([
    ['code_just_sent', 42, 60, 'Please wait before requesting another SMS code.'],
    ['code_just_sent', 60, 60, 'Please wait before requesting another SMS code.'],
    [
      'code_just_sent',
      1500,
      1500,
      'Please wait before requesting another SMS code. You can request another in about 25 minutes.',
    ],
    ['rate_limited', 42, 60, 'As the server words it.'],
    ['rate_limited', 72_000, 72_000, 'As the server words it.'],
  ] as const)('%s for %i s is waited for %i s: %s', (code, retryAfter, wait, text) => {
    const refusal = new ApiError(429, 'As the server words it.', { code, retryAfter });
    expect(secondsToWait(refusal)).toBe(wait);
    expect(accessFailure('signup-start', refusal)).toBe(text);
  });

  it('knows whether a code is on its way to the number', () => {
    const refusal = (code: 'code_just_sent' | 'rate_limited', retryAfter: number) =>
      new ApiError(429, 'Wait.', { code, retryAfter });
    expect(justGotCode(refusal('code_just_sent', 42))).toBe(true);
    expect(justGotCode(refusal('code_just_sent', 1500))).toBe(false);
    expect(justGotCode(refusal('rate_limited', 42))).toBe(false);
  });
});

describe('the time until another code', () => {
  it('counts whole seconds and ends at none', () => {
    expect(secondsLeft(60_000, 0)).toBe(60);
    expect(secondsLeft(60_000, 18_001)).toBe(42);
    expect(secondsLeft(60_000, 59_999)).toBe(1);
    expect(secondsLeft(60_000, 60_000)).toBe(0);
    expect(secondsLeft(60_000, 99_000)).toBe(0);
    expect(secondsLeft(null, 0)).toBe(0);
  });
});

it('is written in the unit that suits it', () => {
  expect([60, 61, 3600, 3601, 72_000].map(shortWait)).toEqual(['60s', '2 min', '60 min', '2 h', '20 h']);
  expect(writtenWait(61)).toBe('about 2 minutes');
  expect(writtenWait(72_000)).toBe('about 20 hours');
});

describe('stored progress', () => {
  const progress = {
    step: 'verify',
    phone: '07700 900001',
    sentTo: '07700 900001',
    resendAt: 60_000,
    verified: false,
    clientsOnly: true,
  };
  const stored = JSON.stringify({ ...progress, at: 0 });

  it('is read back while it is worth something', () => {
    expect(parseProgress(stored, 14 * 60_000)).toEqual(progress);
    expect(parseProgress(stored, 16 * 60_000)).toBeNull();
  });

  it('counts what an older page did not store as absent', () => {
    const { clientsOnly: _absent, ...older } = { ...progress, at: 0 };
    expect(parseProgress(JSON.stringify(older), 0)).toEqual({ ...progress, clientsOnly: false });
  });

  it.each([[null], ['broken'], ['[]'], ['{"step":"paid"}'], [JSON.stringify(progress)]])(
    'starts again with %s',
    (text) => {
      expect(parseProgress(text, 0)).toBeNull();
    },
  );
});

describe('after signing in', () => {
  it('a pet owner goes back to where they came from in the portal, and nowhere else', () => {
    const home = '/cp?tenant=1';
    expect(landingInPortal('/cp/animal/3?tenant=1', home)).toBe('/cp/animal/3?tenant=1');
    expect(landingInPortal('/cp?tenant=1', home)).toBe('/cp?tenant=1');
    for (const from of [undefined, '/admin', '/cpanel', '//evil.example', '/cp/login', '/cp/signup?x=1']) {
      expect(landingInPortal(from, home)).toBe(home);
    }
  });

  it('reads what the screen before said, and nothing else', () => {
    expect(readLoginState({ message: 'Done.', phone: '07700', from: '/cp', more: 1 })).toEqual({
      message: 'Done.',
      phone: '07700',
      from: '/cp',
    });
    expect(readLoginState('text')).toEqual({});
    expect(readLoginState({ phone: 7 })).toEqual({});
  });
});
