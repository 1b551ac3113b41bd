import type {
  BookingPageParts,
  BookingPageRenderer,
  MissingBookingPage,
} from '@burrow/contracts/booking-page';
import { renderToString } from 'preact-render-to-string';
import { colourSheet, portalColours, productBar } from '../features/portal/shell/portal-colours.ts';
import { BookPage } from './book-page.tsx';

/** The build puts Preact in the place of React, whose types the components have. */
type PreactNode = Parameters<typeof renderToString>[0];
type Rendered = Parameters<BookingPageRenderer['render']>[0];

const missingTexts: Readonly<Record<MissingBookingPage, { heading: string; text: string }>> = {
  never: {
    heading: 'Page not found',
    text: 'There is no booking page at this address. Check the link, or contact your practice.',
  },
  gone: {
    heading: 'Online booking is closed',
    text: 'This practice doesn’t take bookings here at the moment. Please call them to make an appointment.',
  },
  moving: {
    heading: 'Online booking is closed for a short time',
    text: 'It’s being moved to another server. Please try again later, or call the practice to make an appointment.',
  },
};

/** The page at an address without a booking page. */
const MissingPage = ({ missing }: { missing: MissingBookingPage }) => (
  <main className="mx-auto flex max-w-xl flex-col gap-3 px-4 py-16 text-center">
    <h1 className="text-xl font-bold">{missingTexts[missing].heading}</h1>
    <p className="text-ink-soft">{missingTexts[missing].text}</p>
  </main>
);

const isMissing = (view: Rendered): view is Extract<Rendered, { missing: unknown }> => 'missing' in view;

/** The parts of the document for a page. */
export const render: BookingPageRenderer['render'] = (view): BookingPageParts => {
  const page = isMissing(view) ? (
    <MissingPage missing={view.missing} />
  ) : (
    <BookPage view={view} visitor={null} />
  );
  const color = isMissing(view) ? null : view.practice.color;
  const colours = color === null ? null : portalColours(color);
  return {
    body: renderToString(page as unknown as PreactNode),
    style: colours === null ? '' : colourSheet(colours),
    bar: colours === null ? productBar : { light: colours.light['--bar'], dark: colours.dark['--bar'] },
  };
};
