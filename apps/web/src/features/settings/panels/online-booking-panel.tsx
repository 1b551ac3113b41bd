import type { TenantRecord } from '@burrow/contracts/tenant';
import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { bookingFrame } from '../../../book/booking-frame.ts';
import { paths } from '../../../lib/paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { SettingsForm } from '../components/settings-form.tsx';
import { usePracticeForm } from '../use-practice-form.ts';

const valuesOf = (practice: TenantRecord) => ({
  booking_page: practice.booking_page === '1',
  booking_page_prices: practice.booking_page_prices === '1',
  booking_page_team: practice.booking_page_team === '1',
  widget_sites: practice.widget_sites.join('\n'),
});

/** Where the page is. */
const PageAddress = ({ url }: { url: string }) => (
  <div className="flex flex-col gap-3">
    <CopyField
      label="Address of your booking page"
      value={url}
      note="Add it to your website, your messages and your profiles on maps and social media."
    />
    <p>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className={`inline-flex items-center gap-1 ${textLinkClass}`}
      >
        Open the booking page
        <ExternalLink aria-hidden="true" className="size-3.5" />
        <span className="sr-only">(opens a new tab)</span>
      </a>
    </p>
  </div>
);

/** What to paste into a website to show the booking page at an address: a script, or a frame of a fixed height. */
function snippetsFor(url: string): { script: string; frame: string } {
  const { origin, pathname } = new URL(url);
  const label = /^\/book\/(.+)$/.exec(pathname)?.[1];
  const practice = label === undefined ? '' : ` data-practice="${label}"`;
  return {
    script: `<script src="${origin}/widget.js"${practice} async></script>`,
    frame: `<iframe src="${url}?embed=1" title="Book an appointment" style="width:100%;height:1200px;border:0"></iframe>`,
  };
}

/** What goes into the practice's website. */
function WidgetCard({ url }: { url: string }) {
  const { script, frame } = snippetsFor(url);
  return (
    <Card title="On your website">
      <div className="flex flex-col gap-5">
        <CopyField
          label="Snippet"
          value={script}
          note="Paste it where the booking page should appear. It fits the width available and adjusts its own height."
        />
        <CopyField
          label="Without scripts"
          value={frame}
          note="For website builders that don’t allow scripts. The height is fixed: change it if the page needs more room."
        />
      </div>
    </Card>
  );
}

const widths = { computer: '100%', phone: '24.375rem' } as const;

/** The page as the snippet shows it, with the saved settings. */
function BookingPagePreview({ practice }: { practice: TenantRecord }) {
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
          This is your live page with the saved settings. A request you send here is a real one.
        </p>
        <div className="rounded-md border border-line bg-paper p-2">
          <div ref={place} style={{ width: widths[width] }} className="mx-auto max-w-full" />
        </div>
      </div>
    </Card>
  );
}

/** The public booking page: whether it is shown, what it shows, and where else it can appear. */
export function OnlineBookingPanel({ practice }: { practice: TenantRecord }) {
  const form = usePracticeForm(practice, valuesOf);
  const url = practice.booking_page_url;
  const isOn = practice.booking_page === '1';
  return (
    <SettingsForm
      form={form}
      after={
        isOn && url !== null ? (
          <>
            <WidgetCard url={url} />
            <BookingPagePreview practice={practice} />
          </>
        ) : null
      }
    >
      <Card title="Booking page">
        <div className="flex flex-col gap-4">
          <p className="max-w-prose text-ink-soft">
            A public page that needs no sign-in: your services, opening hours and free times. Visitors choose
            a time, confirm their mobile number with a code, and send a request.
          </p>
          <Checkbox
            {...form.flag('booking_page')}
            label="Show the booking page"
            hint="Search engines can find it. If you turn it off, visitors see that online booking is closed."
          />
          {url === null ? (
            <Banner tone="warning">
              The booking page has no address yet. Ask your system administrator for a subdomain.
            </Banner>
          ) : isOn ? (
            <PageAddress url={url} />
          ) : null}
        </div>
      </Card>
      <Card title="What it shows">
        <div className="flex flex-col gap-4">
          <Checkbox {...form.flag('booking_page_prices')} label="Show prices" />
          <Checkbox
            {...form.flag('booking_page_team')}
            label="Show the team"
            hint="Visitors see names, and can choose whom to see where a service allows it"
          />
          <p className="text-sm text-ink-soft">
            It lists the services that are offered online.{' '}
            <Link to={paths.settings('services')} className={textLinkClass}>
              Choose them in Services
            </Link>
          </p>
        </div>
      </Card>
      <Card title="Websites">
        <TextArea
          {...form.field('widget_sites')}
          label="Websites that may show the booking page"
          rows={3}
          spellCheck={false}
          placeholder="https://www.example.co.uk"
          hint="One per line, up to 20. Other websites can link to the page, but can’t show it inside theirs."
        />
      </Card>
    </SettingsForm>
  );
}
