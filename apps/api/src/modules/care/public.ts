export {
  careDueColumns,
  dismissCare,
  isLive,
  recordGiven,
  revertGiven,
  todayOf,
  withdrawNextDue,
} from './due.ts';
export {
  addImportedDueDates,
  careTypesInUse,
  dueDatesOf,
  giveImportedCare,
  lockCareTypes,
  undoImportedCare,
  type CareChanges,
  type CareTypeInUse,
  type NamedCareType,
} from './imported.ts';
