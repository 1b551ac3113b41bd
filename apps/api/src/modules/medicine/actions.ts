import type { medicineActions } from '@burrow/contracts/medicine';
import type { Handlers } from '../../context/handlers.ts';
import { batchesGiven, recalledAnimals, recallFile } from './batches.ts';
import { listMedicines } from './read-model.ts';
import {
  addMedicine,
  archiveMedicine,
  changeMedicine,
  loadStarterMedicines,
  restoreMedicine,
} from './service.ts';

export const medicineHandlers: Handlers<typeof medicineActions> = {
  medicines: (ctx, input) => listMedicines(ctx, input),
  medicine_create: async (ctx, input) => ({ medicine_id: await addMedicine(ctx, input) }),
  medicine_update: (ctx, input) => changeMedicine(ctx, input),
  medicine_archive: (ctx, input) => archiveMedicine(ctx, input.medicine_id),
  medicine_restore: (ctx, input) => restoreMedicine(ctx, input.medicine_id),
  medicines_load_starter: async (ctx, input) => ({
    success: true,
    ...(await loadStarterMedicines(ctx, input.trade)),
  }),
  medicine_batches: (ctx, input) => batchesGiven(ctx, input),
  batch_recall: (ctx, input) => recalledAnimals(ctx, input),
  batch_recall_csv: (ctx, input) => recallFile(ctx, input),
};
