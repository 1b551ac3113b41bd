import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { standingText } from '../../subscription/standing.ts';

/** The subscription in brief, with the way to its page. */
export function SubscriptionPanel() {
  const formats = useFormats();
  const query = useQuery(actionQuery('subscription/status', {}));
  return (
    <Card>
      <QueryView query={query} skeleton={<SkeletonRows rows={1} />} failure="Failed to load the subscription">
        {(data) => (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 flex-1 basis-60">{standingText(data, formats.date)}</p>
            <ButtonLink to={paths.subscription}>View subscription</ButtonLink>
          </div>
        )}
      </QueryView>
    </Card>
  );
}
