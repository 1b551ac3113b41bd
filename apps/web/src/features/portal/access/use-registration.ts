import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callAction } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { accessFailure } from './failure-texts.ts';
import {
  refusedFields,
  registrationProblems,
  type Registration,
  type RegistrationProblems,
} from './registration.ts';

/** Who registers, and what becomes of it. */
export interface Registering {
  tenantId: number;
  phone: string;
  /** What the verification answered; null after a reload, when its cookie says the same. */
  registrationToken: string | null;
  passwordMinimum: number;
  onCreated: () => void;
  /** The verification has expired, or was used. */
  onNotVerified: () => void;
}

/** Makes the account of a verified number; `errors` by field, `problem` for what is about none of them. */
export function useRegistration(registering: Registering) {
  const { tenantId, phone, registrationToken, passwordMinimum, onCreated, onNotVerified } = registering;
  const [errors, setErrors] = useState<RegistrationProblems | null>(null);
  const complete = useMutation({
    mutationFn: ({ name, password, email, address }: Registration) =>
      callAction(
        'cp/register/complete',
        {
          tenant_id: tenantId,
          phone,
          name,
          password,
          ...(email === '' ? {} : { email }),
          ...(address === '' ? {} : { address }),
          ...(registrationToken === null ? {} : { registration_token: registrationToken }),
        },
        { as: null },
      ),
    onSuccess: onCreated,
    onError: (error) => {
      setErrors(refusedFields(error));
      if (error instanceof ApiError && error.code === 'phone_not_verified') onNotVerified();
    },
  });
  return {
    register: (registration: Registration) => {
      if (complete.isPending) return;
      const wrong = registrationProblems(registration, passwordMinimum);
      setErrors(wrong);
      if (wrong === null) complete.mutate(registration);
    },
    busy: complete.isPending,
    errors,
    problem: complete.error && errors === null ? accessFailure('signup-complete', complete.error) : null,
  };
}
