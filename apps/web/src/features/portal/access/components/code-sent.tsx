import { readablePhone } from '../phone-number.ts';

/** The number the code was sent to; announced when another code is sent. */
export const CodeSent = ({ phone, again }: { phone: string; again: boolean }) => (
  <p role="status">
    {again ? 'We sent another code to ' : 'We sent a 6-digit code to '}
    <strong className="figures whitespace-nowrap">{readablePhone(phone)}</strong>.
  </p>
);
