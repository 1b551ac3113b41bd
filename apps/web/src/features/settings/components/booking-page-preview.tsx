import type { TenantRecord } from '@burrow/contracts/tenant';
import { useEffect, useRef, useState } from 'react';
import { bookingFrame } from '../../../book/booking-frame.ts';
import { Card } from '../../../ui/card.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';

const widths = { computer: '100%', phone: '24.375rem' } as const;

/** The page as the snippet shows it, with the saved settings. */
export function BookingPagePreview({ practice }: { practice: TenantRecord }) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<keyof typeof widths>('computer');
  const { tenant_subdomain: subdomain } = practice;
  // What is saved changes the page.
  const shown = [practice.booking_page_prices, practice.booking_page_team, practice.color].join(' ');
  useEffect(() => {
    // On this host, whatever the page's own is: only that can be shown here.
    const { frame, remove } = bookingFrame(window.location.origin, {
      practice: subdomain ?? undefined,
      title: 'Preview of the booking page',
    });
    frame.dataset['shown'] = shown;
    place.current?.append(frame);
    return remove;
  }, [subdomain, shown]);
  return (
    <Card title="Preview">
      <div className="flex flex-col gap-4">
        <RadioGroup
          legend="Width"
          options={[
            { value: 'computer', label: 'Computer' },
            { value: 'phone', label: 'Phone' },
          ]}
          value={width}
          onValueChange={setWidth}
        />
        <p className="text-sm text-ink-soft">
          This is the real page, with the settings as saved: a request you send here is a real one.
        </p>
        <div className="rounded-md border border-line bg-paper p-2">
          <div ref={place} style={{ width: widths[width] }} className="mx-auto max-w-full" />
        </div>
      </div>
    </Card>
  );
}
