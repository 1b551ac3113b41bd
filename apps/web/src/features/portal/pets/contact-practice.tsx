import { Mail, PawPrint, PhoneCall } from 'lucide-react';
import { mailLink } from '../../../lib/contact.ts';
import { formatPhone, phoneLink } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { usePortalPractice } from '../portal-practice.ts';

/** Asks to contact the practice, which has no species yet, to add a pet. */
export function ContactPractice({ title }: { title: string }) {
  const practice = usePortalPractice();
  return (
    <Card>
      <EmptyState
        icon={<PawPrint />}
        title={title}
        action={
          practice?.phone || practice?.email ? (
            <div className="flex flex-wrap justify-center gap-2">
              {practice.phone ? (
                <a href={phoneLink(practice.phone)} className={buttonClass('secondary', 'large', 'figures')}>
                  <PhoneCall aria-hidden="true" className="size-4 shrink-0" />
                  Call {formatPhone(practice.phone)}
                </a>
              ) : null}
              {practice.email ? (
                <a href={mailLink(practice.email)} className={buttonClass('secondary', 'large', 'min-w-0')}>
                  <Mail aria-hidden="true" className="size-4 shrink-0" />
                  <span className="min-w-0 py-1.5 wrap-anywhere whitespace-normal">
                    Email {practice.email}
                  </span>
                </a>
              ) : null}
            </div>
          ) : null
        }
      >
        To add a pet, please contact the practice.
      </EmptyState>
    </Card>
  );
}
