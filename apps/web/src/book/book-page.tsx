import type { BookingPageView } from '@burrow/contracts/booking-page';
import { formatPhone, formatsOf, phoneLink } from '../lib/format.ts';
import { classNames } from '../ui/class-names.ts';
import { AboutPractice } from './about-practice.tsx';
import { BookingSteps } from './booking-steps.tsx';
import type { Visitor } from './visitor.ts';

/** The practice's name and logo, and how to call. */
function PracticeBar({ practice }: BookingPageView) {
  const { tenant_name: name, logo_url: logo, phone } = practice;
  return (
    <header className="bg-bar text-on-bar">
      <div className="mx-auto flex min-h-16 max-w-6xl items-center gap-3 px-4 py-2.5 sm:px-6">
        {logo === null ? null : (
          <img
            src={logo}
            alt=""
            width={44}
            height={44}
            className="size-11 shrink-0 rounded-md bg-white object-contain p-0.5"
          />
        )}
        <p className="min-w-0 flex-1 text-lg font-bold wrap-anywhere">{name}</p>
        {phone === null ? null : (
          <a
            href={phoneLink(phone)}
            className="figures on-bar-focus -mr-2 flex min-h-11 shrink-0 items-center rounded-md px-2 font-semibold hover:bg-bar-raised"
          >
            <span className="max-sm:sr-only">{formatPhone(phone)}</span>
            <span aria-hidden="true" className="sm:hidden">
              Call us
            </span>
          </a>
        )}
      </div>
    </header>
  );
}

/** What can be done without scripts. */
const WithoutScripts = ({ practice }: BookingPageView) => (
  <noscript>
    <p className="mb-4 rounded-md bg-pending-soft px-4 py-3">
      To book here, please turn on JavaScript in your browser
      {practice.phone === null ? '.' : `, or call us on ${formatPhone(practice.phone)}.`}
    </p>
  </noscript>
);

/** The public booking page of a practice. The server renders it first; in a browser it then works in place. */
export function BookPage({ view, visitor }: { view: BookingPageView; visitor: Visitor | null }) {
  const { practice, is_embedded: isEmbedded } = view;
  const formats = formatsOf(practice);
  const steps = <BookingSteps key={visitor === null ? 'new' : 'known'} {...{ view, visitor, formats }} />;
  if (isEmbedded) {
    return (
      <main className="p-1 pb-3">
        <h1 className="sr-only">Book an appointment at {practice.tenant_name}</h1>
        <WithoutScripts {...view} />
        {steps}
      </main>
    );
  }
  return (
    <>
      <PracticeBar {...view} />
      <div
        className={classNames(
          'mx-auto grid max-w-6xl items-start gap-x-8 gap-y-6 px-4 pt-6 pb-12 sm:px-6 sm:pt-8',
          'lg:grid-cols-[minmax(0,1fr)_21.5rem]',
        )}
      >
        <main className="min-w-0">
          <h1 className="mb-4 text-2xl font-bold">
            Book an appointment <span className="sr-only">at {practice.tenant_name}</span>
          </h1>
          <WithoutScripts {...view} />
          {steps}
        </main>
        <AboutPractice practice={practice} formats={formats} />
      </div>
    </>
  );
}
