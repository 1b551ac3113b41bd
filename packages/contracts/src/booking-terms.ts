import { z } from 'zod';
import { formInt, moneyInput, oneOf } from './form.ts';
import { instant, money, recordId } from './wire.ts';

/** Whether clients change their appointments in the portal: not at all, by asking the practice, or at once. */
export const selfChanges = ['off', 'request', 'direct'] as const;
export type SelfChange = (typeof selfChanges)[number];

/** What the practice keeps of a deposit: nothing, a sum, or a percentage of the price. */
export const keepRules = ['nothing', 'sum', 'percent'] as const;
export type KeepRule = (typeof keepRules)[number];

export const maxFreeHours = 720;
export const maxMoves = 20;

const selfChange = oneOf(selfChanges).meta({
  description:
    "Whether clients move and cancel in the portal: 'off', 'request' (the practice answers), or 'direct' (at once)",
});
const freeHours = formInt(0, maxFreeHours).meta({
  description: 'Hours before the start until which a client can cancel free of charge',
});
const keptLate = oneOf(keepRules).meta({
  description: 'What the practice keeps of a deposit when the client cancels later than that',
});
const keptAtNoShow = oneOf(keepRules).meta({
  description: 'What the practice keeps of a deposit when the client does not attend',
});
const keepValue = moneyInput.meta({
  description:
    "For 'sum': pounds and pence, such as 10.00. For 'percent': the percentage of the price, up to 100. Ignored for 'nothing'",
});
const moveLimit = formInt(0, maxMoves).meta({ description: 'How often a client can move an appointment' });
const moveNotice = formInt(0, maxFreeHours).meta({
  description: 'Hours before the start until which a client can move without asking',
});

/** The terms of a practice, as `tenant_update` takes them. */
export const practiceTermsInput = {
  self_change: selfChange.optional(),
  cancel_free_hours: freeHours.optional(),
  cancel_keep: keptLate.optional(),
  cancel_keep_value: keepValue.optional(),
  no_show_keep: keptAtNoShow.optional(),
  no_show_keep_value: keepValue.optional(),
  move_limit: moveLimit.optional(),
  move_notice_hours: moveNotice.optional(),
};

/** The terms of a service; null (in JSON) where the practice's apply. */
export const serviceTermsInput = {
  self_change: selfChange.nullish(),
  cancel_free_hours: freeHours.nullish(),
  cancel_keep: keptLate.nullish(),
  cancel_keep_value: keepValue.nullish(),
  no_show_keep: keptAtNoShow.nullish(),
  no_show_keep_value: keepValue.nullish(),
  move_limit: moveLimit.nullish(),
  move_notice_hours: moveNotice.nullish(),
};

const value = z
  .string()
  .meta({ description: "For 'sum': pounds and pence. For 'percent': a percentage. '0' for 'nothing'" });

/** A warning about an unfair rule, for the settings screen. */
export const keepWarning = z.string().nullable().meta({
  description:
    'A sentence for the settings, if more than half of a price would be kept; null otherwise. Nothing is refused',
});

/** The terms of a practice, as its record shows them. */
export const practiceTerms = {
  self_change: z.enum(selfChanges),
  cancel_free_hours: z.int(),
  cancel_keep: z.enum(keepRules),
  cancel_keep_value: value,
  no_show_keep: z.enum(keepRules),
  no_show_keep_value: value,
  move_limit: z.int(),
  move_notice_hours: z.int(),
  keep_warning: keepWarning,
};

const orPractices = { description: 'Null where the practice’s applies' };

/** The terms of a service, as its record shows them. */
export const serviceTerms = {
  self_change: z.enum(selfChanges).nullable().meta(orPractices),
  cancel_free_hours: z.int().nullable().meta(orPractices),
  cancel_keep: z.enum(keepRules).nullable().meta(orPractices),
  cancel_keep_value: value.nullable(),
  no_show_keep: z.enum(keepRules).nullable().meta(orPractices),
  no_show_keep_value: value.nullable(),
  move_limit: z.int().nullable().meta(orPractices),
  move_notice_hours: z.int().nullable().meta(orPractices),
  keep_warning: keepWarning,
};

/** The terms of an appointment of a service, as the portal shows them before one is requested. */
export const offeredTerms = z
  .object({
    self_change: z.enum(selfChanges),
    cancel_free_hours: z.int(),
    late_kept: money.meta({
      description:
        'How much of the deposit the practice keeps when the client cancels later; at the base price',
    }),
    no_show_kept: money.meta({ description: 'The same when the client does not attend' }),
    move_limit: z.int(),
    move_notice_hours: z.int(),
  })
  .meta({ description: 'The terms that the appointment will have, whatever the practice changes later' });

/** Until when an appointment could be cancelled free of charge, once it is moved. */
export const freeOnceMoved = {
  free_until: instant.nullable().meta({
    description: 'Until when it could then be cancelled free of charge; null if it always could',
  }),
  is_free: z.boolean().meta({ description: 'Whether it could be cancelled free of charge right after' }),
};

/** What cancelling an appointment costs once an offer has moved it. */
export const movedTerms = z.object({
  ...freeOnceMoved,
  free_before: z.boolean().meta({ description: 'Whether it can be cancelled free of charge now, unmoved' }),
  kept_late: money.meta({
    description: 'What the practice then keeps of the deposit from `free_until` on',
  }),
});

/** What a cancellation leaves of a deposit paid by card. */
const outcome = z.object({
  kept: money.meta({ description: 'What the practice keeps of the deposit' }),
  refund: money.meta({ description: 'What is refunded to the card' }),
});

/** What cancelling an appointment does to its money, by who cancels. */
export const cancelPreview = z.object({
  booking_id: recordId,
  asked_at: instant.nullable().meta({
    description:
      'When the client asked to cancel it, which decides what cancelling costs; null unless that is open or was not answered in time',
  }),
  free_until: instant.nullable().meta({
    description: 'Until when the client can cancel free of charge; null if they always can',
  }),
  is_free: z
    .boolean()
    .meta({ description: 'Whether the client could cancel free of charge now, or could when they asked to' }),
  waived: z.boolean().meta({ description: 'Whether the fee was waived' }),
  deposit_held: money.meta({ description: 'How much of the deposit paid by card can still be refunded' }),
  paid_at_desk: money.meta({ description: 'Payments at the desk: refunding them is up to the practice' }),
  by_client: outcome,
  by_practice: outcome,
  no_show: outcome,
});

export type CancelPreview = z.output<typeof cancelPreview>;
export type OfferedTerms = z.output<typeof offeredTerms>;
