import type { BookablePractice } from '@burrow/contracts/booking-page';
import { weekdays, type Weekday } from '@burrow/contracts/weekdays';
import type { PageHead } from '../../context/booking-pages.ts';
import type { BusinessHours } from '../availability/public.ts';

const schemaDays: Record<Weekday, string> = {
  sun: 'Sunday',
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
};

const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ');

/** 'Consultation, Vaccination and Dental check'. */
function listed(names: readonly string[], most: number): string {
  const shown = names.slice(0, most);
  const last = shown.length > 1 ? shown.pop() : undefined;
  return last === undefined ? (shown[0] ?? '') : `${shown.join(', ')} and ${last}`;
}

function descriptionOf({ tenant_name, services, address }: BookablePractice): string {
  const what = listed(
    services.map(({ name }) => name),
    3,
  );
  const where = address === null ? '' : ` ${oneLine(address)}.`;
  return `Book an appointment at ${tenant_name} online${what === '' ? '' : `: ${what}`}. See free times and prices.${where}`
    .replace(services.every(({ price }) => price === null) ? ' and prices' : /^$/, '')
    .slice(0, 300);
}

/** The opening hours as schema.org has them; a day without ranges is closed. */
const openingHours = (hours: BusinessHours): object[] =>
  weekdays.flatMap((day) =>
    (hours[day] ?? []).map(([opens, closes]) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: `https://schema.org/${schemaDays[day]}`,
      opens,
      closes: closes === '24:00' ? '23:59' : closes,
    })),
  );

/** Closed on these days, though the week says otherwise. */
const closedHours = (holidays: BookablePractice['holidays']): object[] =>
  holidays.map(({ name, start_date: validFrom, end_date: validThrough }) => ({
    '@type': 'OpeningHoursSpecification',
    name,
    opens: '00:00',
    closes: '00:00',
    validFrom,
    validThrough,
  }));

const offers = ({ services, currency }: BookablePractice): object[] =>
  services.map(({ name, description, price }) => ({
    '@type': 'Offer',
    itemOffered: {
      '@type': 'Service',
      name,
      ...(description === null ? {} : { description: oneLine(description) }),
    },
    ...(price === null ? {} : { price, priceCurrency: currency }),
  }));

/** The practice as schema.org describes one: a veterinary practice, or else a local business. */
function structuredData(
  practice: BookablePractice,
  url: string | null,
  image: string | null,
): PageHead['data'] {
  const { tenant_name: name, is_veterinary: isVeterinary, address, phone, holidays } = practice;
  const hours = openingHours(JSON.parse(practice.business_hours) as BusinessHours);
  const action = url === null ? undefined : { '@type': 'ReserveAction', target: url };
  return {
    '@context': 'https://schema.org',
    // A VeterinaryCare alone has no opening hours.
    '@type': isVeterinary ? ['VeterinaryCare', 'LocalBusiness'] : 'LocalBusiness',
    name,
    ...(url === null ? {} : { '@id': url, url, potentialAction: action }),
    ...(image === null ? {} : { image, logo: image }),
    ...(phone === null ? {} : { telephone: phone }),
    ...(address === null ? {} : { address: { '@type': 'PostalAddress', streetAddress: oneLine(address) } }),
    ...(hours.length === 0 ? {} : { openingHoursSpecification: hours }),
    ...(holidays.length === 0 ? {} : { specialOpeningHoursSpecification: closedHours(holidays) }),
    makesOffer: offers(practice),
  };
}

/** The head of a practice's booking page. `canonical` is its own address, `origin` that of the server it is on. */
export function pageHead(practice: BookablePractice, canonical: string | null): PageHead {
  const { tenant_name: siteName, logo_url: logo, locale } = practice;
  const image = logo === null || canonical === null ? null : new URL(logo, canonical).href;
  return {
    title: `Book an appointment · ${siteName}`,
    description: descriptionOf(practice),
    canonical,
    image,
    siteName,
    locale,
    data: structuredData(practice, canonical, image),
  };
}
