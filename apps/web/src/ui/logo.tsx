import { classNames } from './class-names.ts';

/** The logo of the product: a hare at home. Decorative; the name is beside it. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={classNames('shrink-0', className)}>
      <path d="M3 26a13 13 0 0 1 26 0z" fill="currentColor" opacity="0.3" />
      <path
        d="M13.5 13.600c-2-2.3-2.7-6.7-1.5-9.6 2.6 1.5 4.1 4.9 4 8.2-.1-3.3 1.4-6.7 4-8.2 1.2 2.9.5 7.3-1.5 9.6 2.4 1.1 4 3.7 4 6.900V26h-13v-5.500c0-3.2 1.6-5.8 4-6.900z"
        fill="currentColor"
      />
    </svg>
  );
}
