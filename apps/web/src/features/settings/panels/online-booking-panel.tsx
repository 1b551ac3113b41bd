import type { TenantRecord } from '@burrow/contracts/tenant';
import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { BookingPagePreview } from '../components/booking-page-preview.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import { usePracticeForm } from '../use-practice-form.ts';
import { snippetsFor } from '../widget-snippets.ts';

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

/** What goes into the practice's website. */
function WidgetCard({ url }: { url: string }) {
  const { script, frame } = snippetsFor(url);
  return (
    <Card title="On your website">
      <div className="flex flex-col gap-5">
        <CopyField
          label="Snippet"
          value={script}
          note="Paste it where the booking page should appear. It adapts to the width of the place, and its height follows the content."
        />
        <CopyField
          label="Without scripts"
          value={frame}
          note="For website builders that allow no scripts. The height is fixed; change it if the page needs more room."
        />
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
            A page for everyone, without signing in: your services, opening hours and free times. Visitors
            choose a time, confirm their mobile number with a code, and send a request.
          </p>
          <Checkbox
            {...form.flag('booking_page')}
            label="Show the booking page"
            hint="Search engines can find it. When you switch it off, visitors read that online booking is closed."
          />
          {url === null ? (
            <Banner tone="warning">
              The booking page has no address yet. Ask the operator of this installation for a subdomain.
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
          hint="One a line, at most 20. Other websites can link to the page, but can’t show it inside theirs."
        />
      </Card>
    </SettingsForm>
  );
}
