import type { BookingPageView, MissingBookingPage } from '@burrow/contracts/booking-page';
import type { PublicContext } from './context.ts';

/** What a search engine and a link preview read in the head of a page; texts are not escaped. */
export interface PageHead {
  title: string;
  description: string;
  /** The one address of the page, whatever address was opened; null when it is not known. */
  canonical: string | null;
  image: string | null;
  siteName: string;
  locale: string;
  /** Structured data of schema.org. */
  data: Record<string, unknown>;
}

/** The requested booking page. */
export interface AskedPage {
  /** The practice's subdomain; null for the practice of the host. */
  label: string | null;
  isEmbedded: boolean;
  serviceId: number | null;
  /** The checkout that the visitor returns from; null for none. */
  paid: string | null;
}

/** A page to show, or why there is none. */
export type FoundPage =
  | { missing: MissingBookingPage }
  | {
      missing: null;
      head: PageHead;
      view: BookingPageView;
      /** The origins that may show it in a frame. */
      sites: readonly string[];
    };

/** Where the booking pages come from. */
export interface BookingPages {
  findBookingPage(ctx: PublicContext, asked: AskedPage): Promise<FoundPage>;
  /** The address of the page of a host's own practice, for robots and site maps; null for none. */
  pageOfHost(ctx: PublicContext): Promise<string | null>;
  /** The logo of a practice whose page is shown. @throws AppError `not_found` */
  bookingPageLogo(ctx: PublicContext, tenantId: number): Promise<{ type: string; content: Buffer }>;
}
