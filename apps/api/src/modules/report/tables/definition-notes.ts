import { reportDefinitions, type ReportDefinition } from '@burrow/contracts/report-definitions';
import type { ReportTable } from '../../../lib/ports/report-table.ts';

/** What stands below a report to say what its numbers mean. */
export const notesOn = (...terms: readonly ReportDefinition[]): ReportTable['notes'] =>
  terms.map((term) => reportDefinitions[term]);
