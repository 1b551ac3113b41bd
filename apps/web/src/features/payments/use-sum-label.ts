import { useFormats } from '../../lib/practice.ts';

/** 'Amount (£)', in the practice's currency. */
export const useSumLabel = (word: string): string =>
  `${word} (${useFormats()
    .money('0')
    .replaceAll(/[\d.,\s]/g, '')})`;
