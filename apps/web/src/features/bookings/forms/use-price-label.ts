import { useSumLabel } from '../../payments/use-sum-label.ts';

/** 'Price (£)', in the practice's currency. */
export const usePriceLabel = (): string => useSumLabel('Price');
