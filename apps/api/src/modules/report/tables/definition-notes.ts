import { reportDefinitions, type ReportDefinition } from '@burrow/contracts/report-definitions';
import type { ReportTable } from '../../../lib/ports/report-table.ts';

/** The definitions below a report. */
export const notesOn = (...terms: readonly ReportDefinition[]): ReportTable['notes'] =>
  terms.map((term) => reportDefinitions[term]);
