import type { absenceActions } from '@burrow/contracts/absence';
import type { rotaConflictActions } from '@burrow/contracts/rota-conflict';
import type { rotaActions } from '@burrow/contracts/rota';
import type { Handlers } from '../../context/handlers.ts';
import { addAbsence, changeAbsence, removeAbsence } from './absence-service.ts';
import { keepConflict, notifyOfConflict, unkeepConflict } from './conflict-service.ts';
import { listConflicts } from './conflicts-read-model.ts';
import { removePattern, setPattern } from './pattern-service.ts';
import { listAbsences, listPatterns, rotaOf } from './read-model.ts';
import { copyShifts, setShifts } from './shift-service.ts';

export const rotaHandlers: Handlers<typeof rotaActions & typeof absenceActions & typeof rotaConflictActions> =
  {
    rota: (ctx, input) => rotaOf(ctx, input),
    work_patterns: (ctx, input) => listPatterns(ctx, input.staff_id),
    work_pattern_set: (ctx, input) => setPattern(ctx, input),
    work_pattern_delete: (ctx, input) => removePattern(ctx, input),
    shifts_set: (ctx, input) => setShifts(ctx, input),
    shifts_copy: (ctx, input) => copyShifts(ctx, input),
    absences: (ctx, input) => listAbsences(ctx, input),
    absence_create: (ctx, input) => addAbsence(ctx, input),
    absence_update: (ctx, input) => changeAbsence(ctx, input),
    absence_delete: (ctx, input) => removeAbsence(ctx, input),
    rota_conflicts: (ctx) => listConflicts(ctx),
    rota_conflict_keep: (ctx, input) => keepConflict(ctx, input.booking_id),
    rota_conflict_unkeep: (ctx, input) => unkeepConflict(ctx, input.booking_id),
    rota_conflict_notify: async (ctx, input) => ({
      success: true,
      channels: await notifyOfConflict(ctx, input.booking_id),
    }),
  };
