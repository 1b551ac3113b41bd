import { Checkbox, type CheckboxProps } from '../../../ui/checkbox.tsx';

/** Whether the client gets a message about what is being done; they do unless somebody says otherwise. */
export const TellClient = ({
  hint = 'By SMS and email, as they like and as your settings say',
  ...checkbox
}: Omit<CheckboxProps, 'label'>) => <Checkbox label="Tell the client" hint={hint} {...checkbox} />;
