import { callAction } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useForm } from '../../../lib/use-form.ts';
import { accessFailure } from './failure-texts.ts';
import { registrationBlames, registrationProblems, type Registration } from './registration.ts';

/** Who registers, and what follows. */
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

/** The form that makes the account of a verified number. */
export function useRegistration(
  values: Registration,
  onEdit: (values: Registration) => void,
  { tenantId, phone, registrationToken, passwordMinimum, onCreated, onNotVerified }: Registering,
) {
  const complete = ({ name, password, email, address }: Registration) =>
    callAction(
      'cp/register/complete',
      {
        tenant_id: tenantId,
        phone,
        name: name.trim(),
        password,
        ...(email.trim() === '' ? {} : { email: email.trim() }),
        ...(address.trim() === '' ? {} : { address: address.trim() }),
        ...(registrationToken === null ? {} : { registration_token: registrationToken }),
      },
      { as: null },
    );
  return useForm({
    values,
    onEdit,
    check: (edited) => registrationProblems(edited, passwordMinimum),
    send: async (registration) => {
      try {
        await complete(registration);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'phone_not_verified') onNotVerified();
        throw error;
      }
      onCreated();
    },
    failure: (error) => accessFailure('signup-complete', error),
    blames: registrationBlames,
  });
}
