import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api-error.ts';
import type { OutputOf } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { trialRemaining } from '../../subscription/trial.ts';

/** Where the practice stands, in one sentence. */
function standing(status: OutputOf<'subscription/status'>, date: (instant: string) => string): string {
  const remaining = trialRemaining(status);
  if (status.status === 'active') return 'The practice has a subscription. There is nothing to do.';
  if (status.status === 'past_due') return 'The last payment for the subscription did not arrive.';
  if (status.status === 'lapsed')
    return 'The trial is over. Records can be read, but nothing new can be saved.';
  if (status.trial_end_date === null) return 'The practice is on trial.';
  return remaining === null
    ? `The trial ended on ${date(status.trial_end_date)}. Soon nothing new can be saved.`
    : `The practice is on trial until ${date(status.trial_end_date)} (${remaining}).`;
}

/** The subscription in brief, with the way to its page. */
export function SubscriptionPanel() {
  const formats = useFormats();
  const query = useQuery(actionQuery('subscription/status', {}));
  return (
    <Card>
      {query.isPending ? <SkeletonRows rows={1} /> : null}
      {query.isError && !query.data ? (
        <ErrorPanel
          title="Failed to load the subscription"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        >
          {messageOf(query.error, '')}
        </ErrorPanel>
      ) : null}
      {query.data ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-60">{standing(query.data, formats.date)}</p>
          <ButtonLink to={paths.subscription}>View subscription</ButtonLink>
        </div>
      ) : null}
    </Card>
  );
}
