import { Mail, PhoneCall } from 'lucide-react';
import { mailLink } from '../../lib/contact.ts';
import { formatPhone, phoneLink } from '../../lib/format.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { usePortalPractice } from './portal-practice.ts';

/** Buttons that call the practice and write to it; nothing without a number and an address. */
export function ContactButtons({ className }: { className?: string }) {
  const practice = usePortalPractice();
  if (!practice?.phone && !practice?.email) return null;
  return (
    <div className={classNames('flex flex-wrap gap-2', className)}>
      {practice.phone ? (
        <a href={phoneLink(practice.phone)} className={buttonClass('secondary', 'large', 'figures')}>
          <PhoneCall aria-hidden="true" className="size-4 shrink-0" />
          Call {formatPhone(practice.phone)}
        </a>
      ) : null}
      {practice.email ? (
        <a href={mailLink(practice.email)} className={buttonClass('secondary', 'large', 'min-w-0')}>
          <Mail aria-hidden="true" className="size-4 shrink-0" />
          <span className="min-w-0 py-1.5 wrap-anywhere whitespace-normal">Email {practice.email}</span>
        </a>
      ) : null}
    </div>
  );
}
