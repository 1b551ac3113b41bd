import { usePage } from '../../../lib/page-name.ts';
import { SetupChecklist } from '../../setup/components/setup-checklist.tsx';
import { CalendarCard } from '../components/calendar-card.tsx';
import { PendingRequests } from '../components/pending-requests.tsx';
import { StatCards } from '../components/stat-cards.tsx';
import { TodayAppointments } from '../components/today-appointments.tsx';
import { TrialBanner } from '../components/trial-banner.tsx';

/** The practice's day at a glance (/admin). */
export function DashboardPage() {
  usePage('Dashboard');
  return (
    <div className="flex flex-col gap-4 lg:gap-5">
      <h1 className="sr-only">Dashboard</h1>
      <StatCards />
      <TrialBanner />
      <SetupChecklist />
      <PendingRequests />
      <TodayAppointments />
      <CalendarCard />
    </div>
  );
}
