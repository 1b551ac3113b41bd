export { bookingPageLogo, findBookingPage, pageOfHost } from './page.ts';
