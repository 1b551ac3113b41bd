import { useFormats } from '../../../lib/practice.ts';

/** 'Price (£)', in the practice's currency. */
export const usePriceLabel = (): string =>
  `Price (${useFormats()
    .money('0')
    .replaceAll(/[\d.,\s]/g, '')})`;
