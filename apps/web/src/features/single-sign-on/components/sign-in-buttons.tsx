import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { messageOf } from '../../../lib/api-error.ts';
import { callAction } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { rememberedPractice, rememberPractice } from '../remembered-practice.ts';

/** The practice in the address of the sign-in page, or of this device's last sign-in with a provider. */
function useSignInPractice(): number | undefined {
  const named = Number(new URLSearchParams(useLocation().search).get('practice'));
  return Number.isSafeInteger(named) && named > 0 ? named : rememberedPractice();
}

function useStart(origin: string | null) {
  return useMutation({
    mutationFn: async (practiceId: number | null) => {
      const { url } = await callAction(
        'auth/sso_start',
        {
          ...(practiceId === null ? {} : { practice_id: practiceId }),
          ...(origin === null ? {} : { return_path: origin }),
        },
        { as: null },
      );
      rememberPractice(practiceId);
      window.location.assign(url);
    },
  });
}

/**
 * Below the sign-in form: a button for each sign-in provider.
 * @param origin the page to open afterwards
 */
export function SignInButtons({ origin, problem }: { origin: string | null; problem: string | null }) {
  const practiceId = useSignInPractice();
  const options = useQuery({
    queryKey: ['auth/sso_options', practiceId ?? null],
    queryFn: ({ signal }) =>
      callAction('auth/sso_options', practiceId === undefined ? {} : { practice_id: practiceId }, {
        signal,
        as: null,
      }),
    retry: false,
    staleTime: Infinity,
  });
  const start = useStart(origin);
  const [chosen, setChosen] = useState<number | null>();
  const { providers = [], sign_in_url: elsewhere = null } = options.data ?? {};
  const reason = start.isError
    ? messageOf(start.error, 'Couldn’t start the sign-in. Please try again.')
    : problem;
  return (
    <div className="mt-4 flex flex-col gap-3 empty:hidden">
      {reason === null ? null : <FormProblem>{reason}</FormProblem>}
      {elsewhere !== null ? (
        <a href={elsewhere} className={`self-center ${textLinkClass}`}>
          Sign in with {providers[0]?.name}
        </a>
      ) : (
        providers.map(({ practice_id: id, name }) => (
          <Button
            key={id}
            size="large"
            busy={chosen === id && (start.isPending || start.isSuccess)}
            busyLabel="Opening..."
            onClick={() => {
              setChosen(id);
              start.mutate(id);
            }}
          >
            Sign in with {name}
          </Button>
        ))
      )}
    </div>
  );
}
