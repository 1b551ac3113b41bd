import type { OutputOf } from '@burrow/contracts/actions';
import type { portalPasskeyActions } from '@burrow/contracts/portal-passkey';
import { prepared, staged, type Handlers } from '../../context/handlers.ts';
import { notifyOfPasskey, type Notified } from './notice.ts';
import {
  beginPasskey,
  checkPasskey,
  listOwnPasskeys,
  removeOwnPasskey,
  renameOwnPasskey,
  storePasskey,
} from './own-passkeys.ts';
import type { NewPasskey } from './repository.ts';
import { challengePortalPasskey, signInByPasskey } from './sign-in.ts';

const done = { success: true } as const;

export const portalPasskeyHandlers: Handlers<typeof portalPasskeyActions> = {
  'cp/passkey/challenge': (ctx, input) => challengePortalPasskey(ctx, input.tenant_id),
  'cp/passkey/sign_in': (ctx, input) => signInByPasskey(ctx, input),
  'cp/passkeys': (ctx) => listOwnPasskeys(ctx),
  'cp/passkey/add': prepared<'cp/passkey/add', OutputOf<'cp/passkey/add'>>({
    prepare: (ctx, input) => beginPasskey(ctx, input.password),
    run: (_ctx, _input, begun) => Promise.resolve(begun),
  }),
  'cp/passkey/confirm': staged<'cp/passkey/confirm', NewPasskey, Notified>({
    prepare: (ctx, input) => checkPasskey(ctx, input),
    run: (ctx, _input, checked) => storePasskey(ctx, checked),
    finish: async (ctx, notified) => {
      await notifyOfPasskey(ctx, notified);
      return done;
    },
  }),
  'cp/passkey/rename': async (ctx, input) => {
    await renameOwnPasskey(ctx, input);
    return done;
  },
  'cp/passkey/remove': async (ctx, input) => {
    await removeOwnPasskey(ctx, input.passkey_id);
    return done;
  },
};
