import { classNames } from '../../../ui/class-names.ts';

/** For cells of a table that must fit on a phone, and on half of a printed page. */
export const narrowCell = classNames(
  '@max-md:px-1 @max-md:text-xs @max-md:whitespace-normal',
  '@max-md:first:pl-1.5 @max-md:last:pr-1.5',
);
export const narrowNumber = classNames('text-right', narrowCell);
