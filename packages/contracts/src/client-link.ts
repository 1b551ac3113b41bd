import { z } from 'zod';
import { defineActionsIn, type RateLimit } from './action.ts';
import { requiredText } from './form.ts';
import { code, looking, portalSignInResult, proving, sending, sent } from './portal-access.ts';
import { customers } from './roles.ts';
import { optionalText, recordId } from './wire.ts';

/** What a link in a message can lead to. */
export const linkKinds = ['booking', 'offer', 'recall'] as const;
export type LinkKind = (typeof linkKinds)[number];

const link = {
  token: requiredText(200).meta({ description: 'From the address: `/l/<token>`', example: 'Ab3_dE-9xYz0' }),
};
const kind = z.enum(linkKinds);
/** Where a link leads. */
const target = {
  booking_id: recordId.nullable().meta({ description: 'For kind `booking`' }),
  offer_id: recordId.nullable().meta({ description: 'For kind `offer`' }),
  recall_id: recordId.nullable().meta({ description: 'For kind `recall`' }),
};

/** A link may be forwarded; it must not make its client's phone ring all day, nor serve for guessing. */
const perLink = (points: number): RateLimit => ({
  per: 'field:token',
  points,
  seconds: 3600,
  message: 'This link has been tried too often. Try again in {wait}, or call the practice.',
});

export const clientLinkActions = defineActionsIn(null, {
  'cp/link': {
    kind: 'query',
    group: 'Portal access',
    summary:
      'What a link from a message shows before its code: the practice, and where the code is sent. It shows nothing about the record.',
    access: 'public',
    input: z.object(link),
    output: z.object({
      tenant_id: recordId,
      tenant_name: z.string(),
      tenant_logo: optionalText.meta({ description: 'A small picture as a data: address' }),
      color: optionalText.meta({ description: 'Colour of the portal, #rrggbb' }),
      kind,
      phone: optionalText.meta({ description: 'Masked, such as "07••• ••• 001"; null without a number' }),
      sign_in: z.enum(['code', 'password', 'contact']).meta({
        description:
          '`code`: `cp/link/start` texts one. `password`: the number was never verified. `contact`: no code can be texted to the client.',
      }),
    }),
    errors: ['not_found', 'client_archived'],
    limit: looking,
  },
  'cp/link/open': {
    kind: 'query',
    group: 'Portal',
    summary: 'Where a link from a message leads, for the client it was made for.',
    access: customers,
    input: z.object(link),
    output: z.object({ kind, ...target }),
    errors: ['not_found'],
    limit: looking,
  },
  'cp/link/start': {
    kind: 'command',
    group: 'Portal access',
    summary: 'Texts a code to the number that the client of a link has now.',
    access: 'public',
    input: z.object(link),
    output: sent,
    errors: [
      'not_found',
      'client_archived',
      'phone_not_verified',
      'phone_unsuitable',
      'code_just_sent',
      'sms_unavailable',
    ],
    limit: [...sending, perLink(10)],
  },
  'cp/link/verify': {
    kind: 'command',
    group: 'Portal access',
    summary: 'Signs the client of a link in with the code, and says where the link leads.',
    access: 'public',
    input: z.object({ ...link, code }),
    output: portalSignInResult.extend({ kind, ...target }),
    errors: ['not_found', 'code_not_valid', 'client_archived', 'phone_not_verified', 'phone_unsuitable'],
    limit: [...proving, perLink(30)],
  },
});
