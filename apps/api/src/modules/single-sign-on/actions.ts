import type { singleSignOnActions } from '@burrow/contracts/single-sign-on';
import { prepared, type Handlers } from '../../context/handlers.ts';
import { disconnect, finishConnect, finishSignIn, listIdentities } from './finish.ts';
import { describeProvider, removeProvider, saveProvider, testProvider } from './settings.ts';
import { finishConfirm, prepareConfirm, startConfirm } from './confirm.ts';
import {
  prepareConnect,
  signInOptions,
  startConnect,
  startJoining,
  startSignIn,
  type OwnStart,
} from './start.ts';

const done = { success: true } as const;

export const singleSignOnHandlers: Handlers<typeof singleSignOnActions> = {
  'auth/sso_options': (ctx, input) => signInOptions(ctx, input.practice_id),
  'auth/sso_start': (ctx, input) => startSignIn(ctx, input),
  'auth/sso_join': (ctx, input) => startJoining(ctx, input),
  'auth/sso_finish': (ctx, input) => finishSignIn(ctx, input.token),
  'sso/identities': (ctx) => listIdentities(ctx),
  'sso/connect_start': prepared<'sso/connect_start', OwnStart>({
    prepare: (ctx, input) => prepareConnect(ctx, input),
    run: (ctx, _input, start) => startConnect(ctx, start),
  }),
  'sso/connect_finish': async (ctx, input) => {
    await finishConnect(ctx, input.token);
    return done;
  },
  'sso/confirm_start': prepared<'sso/confirm_start', OwnStart>({
    prepare: (ctx) => prepareConfirm(ctx),
    run: (ctx, _input, start) => startConfirm(ctx, start),
  }),
  'sso/confirm_finish': (ctx, input) => finishConfirm(ctx, input.token),
  'sso/disconnect': async (ctx, input) => {
    await disconnect(ctx, input.identity_id);
    return done;
  },
  identity_provider: (ctx) => describeProvider(ctx),
  'identity_provider/save': async (ctx, input) => {
    await saveProvider(ctx, input);
    return done;
  },
  'identity_provider/test': prepared<'identity_provider/test', Awaited<ReturnType<typeof testProvider>>>({
    prepare: (ctx, input) => testProvider(ctx, input.issuer),
    run: (_ctx, _input, found) => Promise.resolve(found),
  }),
  'identity_provider/delete': async (ctx) => {
    await removeProvider(ctx);
    return done;
  },
};
