import type { dataProtectionActions } from '@burrow/contracts/data-protection';
import { staged, type Handlers } from '../../context/handlers.ts';
import { erasurePreview } from './preview-read-model.ts';
import { afterErasure, eraseForGood, type Erasure } from './service.ts';

type ErasureActions = Pick<typeof dataProtectionActions, 'client_erasure_preview' | 'client_erase'>;

export const clientErasureHandlers: Handlers<ErasureActions> = {
  client_erasure_preview: (ctx, input) => erasurePreview(ctx, input.client_id),
  client_erase: staged<'client_erase', undefined, Erasure>({
    run: (ctx, input) => eraseForGood(ctx, input),
    finish: afterErasure,
  }),
};
