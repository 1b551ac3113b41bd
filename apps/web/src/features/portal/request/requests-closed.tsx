import { PhoneCall } from 'lucide-react';
import { formatPhone, phoneLink } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PortalButtonLink } from '../portal-links.tsx';
import { usePortalPractice } from '../portal-practice.ts';

/** Instead of the form, where the practice takes no requests here: how else to get an appointment. */
export function RequestsClosed({ title, children }: { title: string; children: string }) {
  const phone = usePortalPractice()?.phone;
  return (
    <Card>
      <EmptyState
        icon={<PhoneCall className="size-8" />}
        title={title}
        action={
          phone ? (
            <a href={phoneLink(phone)} className={buttonClass('primary', 'large', 'figures')}>
              Call {formatPhone(phone)}
            </a>
          ) : (
            <PortalButtonLink size="large" to={paths.customerHome}>
              Contact the practice
            </PortalButtonLink>
          )
        }
      >
        {children}
      </EmptyState>
    </Card>
  );
}
