import type { installationActions } from '@burrow/contracts/installation';
import { prepared, staged, type Handlers } from '../../context/handlers.ts';
import { describeInstallation } from './installation.ts';
import { testProvider } from './provider-test.ts';

export const installationHandlers: Handlers<typeof installationActions> = {
  'superadmin/installation': staged({
    // The session has been checked by then; the rest must not hold a connection during slow checks.
    run: async () => undefined,
    finish: (ctx) => describeInstallation(ctx),
  }),
  'superadmin/provider_test': prepared({
    prepare: (ctx, input) => testProvider(ctx, input),
    run: async (_ctx, _input, tested) => tested,
  }),
};
