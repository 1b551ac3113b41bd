import { expect, it } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const noTexts = { TWILIO_ACCOUNT_SID: '', TWILIO_AUTH_TOKEN: '', TWILIO_FROM: '', TWILIO_API_URL: '' };
const api = useTestApi({ ...noTexts, CODE_SECRET: '' });

it('offers passkeys but no authenticator app, because its secret could not be encrypted', async () => {
  const { staffKey } = await makePractice(api.testDatabase.owner);
  const { body } = await api.call('second_factor', {}, staffKey);
  expect(body.authenticator_app_available).toBe(false);
  const app = await api.call('second_factor/add', { kind: 'totp' }, staffKey);
  expect(app.error).toMatchObject({
    code: 'conflict',
    message: 'Authenticator apps aren’t available on this server. Add a passkey instead.',
  });
  expect((await api.call('second_factor/add', { kind: 'passkey' }, staffKey)).status).toBe(200);
});
