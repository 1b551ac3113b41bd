import { useForm, type FieldPath } from 'react-hook-form';
import { ApiError } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { animalErrors, type AnimalValues } from '../animal-form.ts';

/**
 * The form of an animal. `handleSubmit` calls with values that are right, and shows in place what is wrong with others,
 * with the focus on the first unless `focus` is false; `showRefusal` puts the server's complaints where they belong.
 */
export function useAnimalForm(initial: AnimalValues, before?: AnimalValues) {
  const formats = useFormats();
  const form = useForm<AnimalValues>({ defaultValues: initial });
  const isField = (name: string): name is FieldPath<AnimalValues> => name in initial;
  const showErrors = (fields: Readonly<Record<string, string | undefined>>, focus = true): boolean => {
    const names = Object.keys(fields).filter(isField);
    for (const name of names) form.setError(name, { message: fields[name] ?? '' });
    if (focus && names[0]) form.setFocus(names[0]);
    return names.length > 0;
  };
  const handleSubmit = (onValid: (values: AnimalValues) => void, focus = true) =>
    form.handleSubmit((values) => {
      if (!showErrors(animalErrors(values, formats.today(), before), focus)) onValid(values);
    });
  /** @returns whether the refusal is now told by the fields */
  const showRefusal = (error: unknown): boolean => error instanceof ApiError && showErrors(error.fields);
  return { form, handleSubmit, showRefusal };
}
