/** The page at an address without a booking page. */
export const MissingPage = ({ missing }: { missing: 'never' | 'gone' }) => (
  <main className="mx-auto flex max-w-xl flex-col gap-3 px-4 py-16 text-center">
    <h1 className="text-xl font-bold">
      {missing === 'gone' ? 'Online booking is closed' : 'Page not found'}
    </h1>
    <p className="text-ink-soft">
      {missing === 'gone'
        ? 'This practice doesn’t take bookings here at the moment. Please call them to make an appointment.'
        : 'There is no booking page at this address. Check the link, or contact your practice.'}
    </p>
  </main>
);
