import { errors, type ErrorBody, type ErrorCode } from '@burrow/contracts/errors';

type Extra = Pick<
  ErrorBody,
  | 'fields'
  | 'conflicts'
  | 'existing_id'
  | 'refund'
  | 'kept'
  | 'moved_to'
  | 'challenge'
  | 'factors'
  | 'passkey_options'
> & {
  message?: string;
  retryAfterSeconds?: number;
};

/** A refusal with a code of the contract. Thrown anywhere, answered once by the runner. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extra: Extra;

  constructor(code: ErrorCode, extra: Extra = {}, options?: ErrorOptions) {
    super(extra.message ?? errors[code].message, options);
    this.name = 'AppError';
    this.code = code;
    this.extra = extra;
  }
}

/** A 400 that names one field. */
export const invalidField = (field: string, message: string): AppError =>
  new AppError('invalid_input', { message, fields: { [field]: message } });
