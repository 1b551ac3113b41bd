import { TextField, type TextFieldProps } from '../../../../ui/text-field.tsx';
import { phoneLabel } from '../phone-number.ts';

/** A mobile number. `autoComplete` is 'username' on the sign-in form, for the password manager. */
export const PhoneField = ({
  british,
  ...input
}: Omit<TextFieldProps, 'label' | 'type' | 'inputMode'> & {
  british: boolean;
  autoComplete: 'username' | 'tel';
}) => <TextField {...input} label={phoneLabel(british)} type="tel" inputMode="tel" required />;
