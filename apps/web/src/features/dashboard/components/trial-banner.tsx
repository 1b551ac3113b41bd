import { useQuery } from '@tanstack/react-query';
import { Sprout, TriangleAlert } from 'lucide-react';
import type { OutputOf } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { trialRemaining } from '../../subscription/trial.ts';

const fewDays = 3;

/** What the banner says of a practice without a subscription; a failed look-up counts as having none. */
function sentence(status: OutputOf<'subscription/status'> | undefined, date: (instant: string) => string) {
  if (status === undefined) return 'The state of your subscription could not be read.';
  const remaining = trialRemaining(status);
  if (remaining !== null && status.trial_end_date !== null) {
    return `Your trial ends on ${date(status.trial_end_date)} (${remaining}).`;
  }
  if (status.status === 'trial' && status.trial_end_date !== null) {
    return `Your trial ended on ${date(status.trial_end_date)}. Please subscribe to continue using the service.`;
  }
  if (status.status === 'past_due') return 'The last payment for your subscription did not arrive.';
  return 'Your trial period has expired. Please subscribe to continue using the service.';
}

/** Says where a practice without a subscription stands. */
export function TrialBanner() {
  const formats = useFormats();
  const { role } = useSession();
  const query = useQuery(actionQuery('subscription/status', {}));
  const status = query.data;
  if (query.isPending || status?.has_subscription === true) return null;
  const calm = status?.status === 'trial' && (status.trial_days_left ?? 0) > fewDays;
  // Only admins can do something about it; staff are told once it stops their work.
  if (role !== 'admin' && status?.status !== 'lapsed') return null;
  return (
    <Banner
      tone={calm ? 'info' : status?.status === 'lapsed' ? 'attention' : 'warning'}
      icon={calm ? <Sprout /> : <TriangleAlert />}
      action={
        role === 'admin' ? (
          <ButtonLink size="small" to={paths.settings()} state={{ selectedCategory: 'subscription' }}>
            View subscription
          </ButtonLink>
        ) : null
      }
    >
      {sentence(status, formats.date)}
    </Banner>
  );
}
