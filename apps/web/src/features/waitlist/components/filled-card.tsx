import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Card } from '../../../ui/card.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

/** What the waitlist filled this month. */
export function FilledCard() {
  const formats = useFormats();
  const query = useQuery(actionQuery('reports/gaps_filled', { period: 'month' }));
  return (
    <Card title="This month">
      <QueryView query={query} skeleton={<SkeletonRows rows={3} />} failure="Couldn’t load the figures">
        {(gaps) => (
          <Facts>
            <Fact name="Times that came free">{formats.number(gaps.freed)}</Fact>
            <Fact name="Offers made">{formats.number(gaps.offers)}</Fact>
            <Fact name="Filled">
              {formats.number(gaps.filled)} · {formats.number(gaps.filled_minutes)} min
            </Fact>
            {gaps.moved > 0 ? <Fact name="Moved earlier">{formats.number(gaps.moved)}</Fact> : null}
            {gaps.value === null ? null : <Fact name="Value">{formats.money(gaps.value)}</Fact>}
          </Facts>
        )}
      </QueryView>
    </Card>
  );
}
