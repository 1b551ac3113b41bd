import { Checkbox, type CheckboxProps } from '../../../ui/checkbox.tsx';

/** Whether the client gets a message about what is being done; they do unless somebody says otherwise. */
export const TellClient = ({
  hint = 'By SMS or email, following their preferences and your settings',
  ...checkbox
}: Omit<CheckboxProps, 'label'>) => <Checkbox label="Notify client" hint={hint} {...checkbox} />;
