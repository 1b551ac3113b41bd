import type { ReactNode } from 'react';
import type { PeriodChoice } from '../period-choice.ts';
import { AnimalDemographicsPanel } from './animal-demographics-panel.tsx';
import { BookingPatternsPanel } from './booking-patterns-panel.tsx';
import { CancellationsPanel } from './cancellations-panel.tsx';
import { ClientGrowthPanel } from './client-growth-panel.tsx';
import { ClientRetentionPanel } from './client-retention-panel.tsx';
import { GapsFilledPanel } from './gaps-filled-panel.tsx';
import { PaymentMethodsPanel } from './payment-methods-panel.tsx';
import { PopularServicesPanel } from './popular-services-panel.tsx';
import { RecallPanel } from './recall-panel.tsx';
import { RevenueTrendsPanel } from './revenue-trends-panel.tsx';
import { UtilisationPanel } from './utilisation-panel.tsx';

/**
 * Panels in columns, each as tall as its content; printed in rows of two, the tallest last, without page breaks inside.
 */
function Column({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-4 *:break-inside-avoid lg:gap-5 print:contents print:*:last:order-1">
      {children}
    </div>
  );
}

/**
 * All panels of the analytics page, each with its own figures and states. Those about money only for people who may see
 * revenue.
 */
export function AnalyticsPanels({ choice, showsMoney }: { choice: PeriodChoice; showsMoney: boolean }) {
  return (
    <div className="flex flex-col gap-4 lg:gap-5">
      {showsMoney ? (
        <div className="min-w-0 break-inside-avoid">
          <RevenueTrendsPanel choice={choice} />
        </div>
      ) : null}
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-5 print:grid-cols-2 print:items-stretch">
        <Column>
          <PopularServicesPanel choice={choice} />
          {showsMoney ? <PaymentMethodsPanel choice={choice} /> : null}
          <BookingPatternsPanel choice={choice} />
        </Column>
        <Column>
          <ClientRetentionPanel choice={choice} />
          <AnimalDemographicsPanel choice={choice} />
          <ClientGrowthPanel choice={choice} />
        </Column>
      </div>
      <div className="min-w-0 break-inside-avoid">
        <UtilisationPanel choice={choice} />
      </div>
      <div className="min-w-0 break-inside-avoid">
        <CancellationsPanel choice={choice} />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-5 print:grid-cols-2">
        <Column>
          <RecallPanel choice={choice} />
        </Column>
        <Column>
          <GapsFilledPanel choice={choice} />
        </Column>
      </div>
    </div>
  );
}
