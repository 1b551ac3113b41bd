import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { paths } from '../../../../lib/paths.ts';
import { usePortalNavigate } from '../../portal-links.tsx';
import type { LoginState } from '../login-state.ts';

const shownFor = 2000;

/** Says that there is an account now, and goes on to the sign-in. */
export function AccountCreated({ phone, from }: { phone: string; from: string | undefined }) {
  const navigate = usePortalNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    const state: LoginState = {
      message: 'Account created successfully! Please log in with your credentials.',
      phone,
      ...(from === undefined ? {} : { from }),
    };
    const timer = setTimeout(() => navigate(paths.portalLogin, { replace: true, state }), shownFor);
    return () => clearTimeout(timer);
  }, [navigate, phone, from]);
  return (
    <div className="flex flex-col items-center gap-1 py-4 text-center">
      <CircleCheck aria-hidden="true" className="size-12 text-confirmed" />
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        Account Created!
      </h2>
      <p role="status" className="text-ink-soft">
        Taking you to sign in...
      </p>
    </div>
  );
}
