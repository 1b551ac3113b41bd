import { useQuery } from '@tanstack/react-query';
import { Sprout, TriangleAlert } from 'lucide-react';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { standingText, type SubscriptionStatus } from '../../subscription/standing.ts';
import { trialRemaining } from '../../subscription/trial.ts';

const fewDays = 3;

/** What the banner says; a failed look-up counts as having no subscription. */
function sentence(
  status: SubscriptionStatus | undefined,
  { isAdmin, date }: { isAdmin: boolean; date: (instant: string) => string },
) {
  if (status === undefined) return 'Couldn’t load your subscription status.';
  const remaining = trialRemaining(status);
  if (remaining !== null && status.trial_end_date !== null) {
    return `Your trial ends on ${date(status.trial_end_date)} (${remaining}).`;
  }
  const text = standingText(status, date);
  return isAdmin ? text : `${text} Please ask an admin at your practice to do this.`;
}

/** Says where a practice stands without a subscription, or with one that is not paid. */
export function TrialBanner() {
  const formats = useFormats();
  const { role } = useSession();
  const query = useQuery(actionQuery('subscription/status', {}));
  const status = query.data;
  if (query.isPending || (status?.has_subscription && status.status !== 'past_due')) return null;
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
      {sentence(status, { isAdmin: role === 'admin', date: formats.date })}
    </Banner>
  );
}
