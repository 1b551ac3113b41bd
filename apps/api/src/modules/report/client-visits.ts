import { maxRangeDays } from '@burrow/contracts/report-period';

/** The most parts that the clients of a period are counted in: the months that the longest range can touch. */
const maxParts = Math.ceil((maxRangeDays / 365) * 12) + 1;

/**
 * SQL for the days on which a client visited, as bits: bit n for the n-th part of the period, bit 0 for the days before
 * it. One number per client stays in memory, which a row for each of their parts would not.
 * @param begins the parameter with the first days of the parts, in their order
 */
export const partsOfClient = (begins: `$${number}`): string =>
  `bit_or(1 << width_bucket(b.booking_date, ${begins}::date[]))`;

/** SQL for how many rows have the bit of each part in `parts`: an array whose first element is the first part's. */
export const countByPart = (parts: string): string => {
  const counts = Array.from(
    { length: maxParts },
    (_, index) => `count(*) filter (where ${parts} & ${2 ** (index + 1)} <> 0)`,
  );
  return `array[${counts.join(', ')}]`;
};
