import type { careActions } from '@burrow/contracts/care';
import type { Handlers } from '../../context/handlers.ts';
import { animalCare, badgesOf, dismissCare, giveByHand, setCare } from './due.ts';
import { addCareType, archiveCareType, changeCareType, listCareTypes } from './types.ts';

export const careHandlers: Handlers<typeof careActions> = {
  care_types: (ctx) => listCareTypes(ctx),
  care_type_create: async (ctx, input) => ({ care_type_id: await addCareType(ctx, input) }),
  care_type_update: (ctx, input) => changeCareType(ctx, input),
  care_type_archive: (ctx, input) => archiveCareType(ctx, input.care_type_id, input.archived),
  animal_care: (ctx, input) => animalCare(ctx, input.animal_id),
  care_badges: (ctx, input) => badgesOf(ctx, input.animal_ids),
  animal_care_set: async (ctx, input) => ({ care_due_id: await setCare(ctx, input) }),
  animal_care_given: (ctx, input) => giveByHand(ctx, input),
  animal_care_dismiss: (ctx, { care_due_id: careDueId, reason }) =>
    dismissCare(ctx, { careDueId, reason, clientId: null }),
};
