import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callAction, type OutputOf } from '../../lib/api.ts';
import { sessionFromSignIn, switchedTo } from '../../lib/session.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { followSetupLinks, setupLinkToken } from './arrival.ts';

export type SetupLink = OutputOf<'setup_link/check'>;

/** The one-time link the page was opened with, and whom it is for. */
export function useSetupLink() {
  const [token, setToken] = useState(setupLinkToken);
  useEffect(() => followSetupLinks(() => setToken(setupLinkToken())), []);
  const check = useQuery({
    queryKey: ['setup_link/check', token],
    queryFn: ({ signal }) => callAction('setup_link/check', { token: token ?? '' }, { signal, as: null }),
    enabled: token !== null,
    retry: false,
    // Once it is used it is no longer good, and that must not replace the page under somebody's hands.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return { token, check };
}

/** Signs in with the password just chosen, in the practice that the link was for. */
async function signIn(used: OutputOf<'setup_link/use'>, password: string): Promise<void> {
  const result = await callAction('auth', { email: used.email, password }, { as: null });
  const session = sessionFromSignIn(result);
  const joined = session.availableTenants.find(({ tenantId }) => tenantId === used.tenant_id);
  sessionStore.setMustChangePassword(result.must_change_password);
  sessionStore.save(joined ? switchedTo(session, joined) : session);
}

/** Uses a link, then signs in. When only the signing in failed, `signInFailed` says so: the link has done its work. */
export function useUseLink(token: string) {
  const [signInFailed, setSignInFailed] = useState(false);
  const use = useMutation({
    mutationFn: async (password: string) => {
      const used = await callAction('setup_link/use', { token, password }, { as: null });
      try {
        await signIn(used, password);
      } catch (error) {
        console.info('The link was used, but signing in failed.', error);
        setSignInFailed(true);
      }
    },
  });
  return { use, signInFailed };
}
