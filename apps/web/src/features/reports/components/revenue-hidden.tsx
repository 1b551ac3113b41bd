import { EyeOff } from 'lucide-react';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** Instead of a report that is all money, for staff of a practice that keeps revenue to its admins. */
export const RevenueHidden = () => (
  <Card>
    <EmptyState
      icon={<EyeOff />}
      title="Your practice shows revenue to its admins only"
      action={<ButtonLink to={paths.analytics()}>View Analytics</ButtonLink>}
    >
      This report shows money. For numbers of bookings, clients and animals, see Analytics.
    </EmptyState>
  </Card>
);
