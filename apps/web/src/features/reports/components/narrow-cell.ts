import { classNames } from '../../../ui/class-names.ts';

/** For the cells of a table whose columns have to fit on a phone, and on half of a printed page. */
export const narrowCell = classNames(
  '@max-md:px-1 @max-md:text-xs @max-md:whitespace-normal',
  '@max-md:first:pl-1.5 @max-md:last:pr-1.5',
);
export const narrowNumber = classNames('text-right', narrowCell);
