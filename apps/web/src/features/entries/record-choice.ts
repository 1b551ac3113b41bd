import type { TimelineKind } from '@burrow/contracts/timeline';
import { kindLabels } from './entry-words.ts';
import type { RecordFilter } from './queries.ts';

export const timelineKinds = Object.keys(kindLabels) as TimelineKind[];

/** What of a health record is shown: every kind if none is chosen. */
export interface RecordChoice {
  kinds: readonly TimelineKind[];
  q: string;
}

export const wholeRecord: RecordChoice = { kinds: [], q: '' };

/** The choice for the server. */
export const filterOf = ({ kinds, q }: RecordChoice): RecordFilter => ({
  ...(kinds.length === 0 ? {} : { kinds: kinds.join(',') }),
  ...(q.trim() === '' ? {} : { q: q.trim() }),
});

/** The choice in the address of the page that prints it. */
export const choiceIn = (params: URLSearchParams): RecordChoice => ({
  kinds: timelineKinds.filter((kind) => (params.get('kinds') ?? '').split(',').includes(kind)),
  q: params.get('q') ?? '',
});
