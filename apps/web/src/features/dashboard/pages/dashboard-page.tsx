import { useQuery } from '@tanstack/react-query';
import { Sprout, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { SetupChecklist } from '../../setup/components/setup-checklist.tsx';
import { standingText, type SubscriptionStatus } from '../../subscription/standing.ts';
import { trialRemaining } from '../../subscription/trial.ts';
import { CalendarCard } from '../components/calendar-card.tsx';
import { PendingRequests } from '../components/pending-requests.tsx';
import { StatCards } from '../components/stat-cards.tsx';
import { TodayAppointments } from '../components/today-appointments.tsx';

const ConflictsCard = lazyComponent(
  async () => (await import('../../rota/components/conflicts-card.tsx')).ConflictsCard,
);

const WaitlistCard = lazyComponent(
  async () => (await import('../../waitlist/components/waitlist-card.tsx')).WaitlistCard,
);

const fewDays = 3;

/** The banner's text; a failed look-up counts as having no subscription. */
function bannerText(
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

/** Warns of a missing or unpaid subscription. */
function TrialBanner() {
  const formats = useFormats();
  const { role } = useSession();
  const query = useQuery(actionQuery('subscription/status', {}));
  const status = query.data;
  if (query.isPending || (status?.has_subscription && status.status !== 'past_due')) return null;
  const calm = status?.status === 'trial' && (status.trial_days_left ?? 0) > fewDays;
  // Only admins can act on it; staff see it once it limits their work.
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
      {bannerText(status, { isAdmin: role === 'admin', date: formats.date })}
    </Banner>
  );
}

type Above =
  | 'subscription/status'
  | 'rota_conflicts'
  | 'bookings_pending'
  | 'booking_changes'
  | 'waitlist'
  | 'bookings_today';

/** Whether the first response is pending; a failure ends the wait. */
function useIsAwaited(action: Above): boolean {
  const { isPending, failureCount } = useQuery(actionQuery(action, {}));
  return isPending && failureCount === 0;
}

/**
 * Shows its children once the content above has its final size, so that nothing moves under the pointer. They load
 * their data meanwhile, unless it is large enough to delay the content above (`large`).
 */
function InTurn({
  above,
  large = false,
  fallback = null,
  children,
}: {
  above: Above;
  large?: boolean;
  /** Shown meanwhile. */
  fallback?: ReactNode;
  children: ReactNode;
}) {
  const isAwaited = useIsAwaited(above);
  return (
    <>
      {isAwaited ? fallback : null}
      <div className="contents" hidden={isAwaited}>
        {isAwaited && large ? null : children}
      </div>
    </>
  );
}

/** The practice's day at a glance (/admin). */
export function DashboardPage() {
  usePage('Dashboard');
  return (
    // As tall as the screen from the start, so that the footer does not visibly move.
    <div className="flex min-h-dvh flex-col gap-4 lg:gap-5">
      <h1 className="sr-only">Dashboard</h1>
      <StatCards />
      <TrialBanner />
      <InTurn above="subscription/status" fallback={<Loading />}>
        <SetupChecklist />
        <ConflictsCard />
        <InTurn above="rota_conflicts">
          <PendingRequests />
          <InTurn above="bookings_pending">
            <InTurn above="booking_changes">
              <WaitlistCard />
              <InTurn above="waitlist">
                <TodayAppointments />
                <InTurn above="bookings_today" large>
                  <CalendarCard />
                </InTurn>
              </InTurn>
            </InTurn>
          </InTurn>
        </InTurn>
      </InTurn>
    </div>
  );
}
