const parts = (address: string | null) =>
  (address ?? '')
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** An address up to its first comma or line break, for a list; '' without an address. */
export const firstAddressSegment = (address: string | null): string => parts(address)[0] ?? '';

/** The lines of an address. */
export const addressLines = (address: string | null): string[] => parts(address);

/** The address of a map of an address. */
export const mapLink = (address: string): string =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: parts(address).join(', ') }).toString()}`;

/**
 * The link to an email address: 'mailto:jo@example.com'.
 */
export const mailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
