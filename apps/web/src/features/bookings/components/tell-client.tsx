import { Checkbox, type CheckboxProps } from '../../../ui/checkbox.tsx';

/** Whether to notify the client of a change. */
export const TellClient = ({
  hint = 'By SMS or email, following their preferences and your settings',
  ...checkbox
}: Omit<CheckboxProps, 'label'>) => <Checkbox label="Notify client" hint={hint} {...checkbox} />;
