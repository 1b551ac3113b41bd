import { readablePhone } from '../phone-number.ts';

/** Where the code went; announced when another one has been sent. */
export const CodeSent = ({ phone, again }: { phone: string; again: boolean }) => (
  <p role="status">
    {again ? 'We sent another code to ' : 'We sent a 6-digit code to '}
    <strong className="figures whitespace-nowrap">{readablePhone(phone)}</strong>.
  </p>
);
