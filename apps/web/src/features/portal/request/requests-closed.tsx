import type { PortalAnimal } from '@burrow/contracts/portal';
import { PawPrint, PhoneCall } from 'lucide-react';
import { formatPhone, phoneLink } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PortalButtonLink } from '../portal-links.tsx';
import { usePortalPractice } from '../portal-practice.ts';

/** Shown instead of the form when the practice accepts no requests, with its contact details. */
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

/** Shown instead of the form when all the person's pets are inactive. */
export const PetsInactive = ({ pets }: { pets: readonly PortalAnimal[] }) => (
  <Card>
    <EmptyState
      icon={<PawPrint className="size-8" />}
      title="Your pets are inactive"
      action={
        <PortalButtonLink size="large" variant="primary" to={paths.pets}>
          My Pets
        </PortalButtonLink>
      }
    >
      You can only request appointments for active pets.{' '}
      {pets.every((pet) => pet.archived_by_practice)
        ? 'The practice has archived your pets. Please contact them to restore one.'
        : 'To make a pet active again, edit its details.'}
    </EmptyState>
  </Card>
);

/** Shown instead of the form while the practice accepts no requests. */
export const NotTakingRequests = () => (
  <RequestsClosed title="You can’t request appointments here at the moment">
    Please contact the practice to make one.
  </RequestsClosed>
);
