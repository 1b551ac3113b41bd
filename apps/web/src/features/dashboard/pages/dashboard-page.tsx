import { usePage } from '../../../lib/page-name.ts';
import { Loading } from '../../../ui/loading.tsx';
import { SetupChecklist } from '../../setup/components/setup-checklist.tsx';
import { CalendarCard } from '../components/calendar-card.tsx';
import { InTurn } from '../components/in-turn.tsx';
import { PendingRequests } from '../components/pending-requests.tsx';
import { StatCards } from '../components/stat-cards.tsx';
import { TodayAppointments } from '../components/today-appointments.tsx';
import { TrialBanner } from '../components/trial-banner.tsx';

/** The practice's day at a glance (/admin). */
export function DashboardPage() {
  usePage('Dashboard');
  return (
    // As tall as the screen from the start, so that the footer is not seen leaving it.
    <div className="flex min-h-dvh flex-col gap-4 lg:gap-5">
      <h1 className="sr-only">Dashboard</h1>
      <StatCards />
      <TrialBanner />
      <InTurn above="subscription/status" fallback={<Loading />}>
        <SetupChecklist />
        <PendingRequests />
        <InTurn above="bookings_pending">
          <TodayAppointments />
          <InTurn above="bookings_today" large>
            <CalendarCard />
          </InTurn>
        </InTurn>
      </InTurn>
    </div>
  );
}
