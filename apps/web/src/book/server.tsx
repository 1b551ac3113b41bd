import type { BookingPageParts, BookingPageRenderer } from '@burrow/contracts/booking-page';
import { renderToString } from 'preact-render-to-string';
import type { ComponentProps } from 'react';
import { colourSheet, portalColours } from '../features/portal/shell/portal-colours.ts';
import { BookPage } from './book-page.tsx';
import { MissingPage } from './missing-page.tsx';

/** The build puts Preact in the place of React, whose types the components have. */
type PreactNode = Parameters<typeof renderToString>[0];
type Rendered = Parameters<BookingPageRenderer['render']>[0];

const isMissing = (view: Rendered): view is Extract<Rendered, { missing: unknown }> => 'missing' in view;

/** The parts of the document for a page. */
export const render: BookingPageRenderer['render'] = (view): BookingPageParts => {
  const page = isMissing(view) ? (
    <MissingPage {...(view satisfies ComponentProps<typeof MissingPage>)} />
  ) : (
    <BookPage view={view} visitor={null} />
  );
  const colours = portalColours(isMissing(view) ? null : view.practice.color);
  return {
    body: renderToString(page as unknown as PreactNode),
    style: colourSheet(colours),
    bar: { light: colours.light['--bar'], dark: colours.dark['--bar'] },
  };
};
