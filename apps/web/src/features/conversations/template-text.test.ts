import { expect, it } from 'vitest';
import { fillTemplate, templateProblem, variablesIn } from './template-text.ts';

const text = 'Hi {{client_first_name}}, {{ animal_name }} is ready. Call {{practice_phone}} or {{toString}}.';

it('fills in what is known and keeps the rest', () => {
  const filled = fillTemplate(text, {
    client_first_name: 'Ann',
    animal_name: 'Biscuit',
    practice_phone: '',
  });
  expect(filled).toBe('Hi Ann, Biscuit is ready. Call {{practice_phone}} or {{toString}}.');
  expect(variablesIn(filled)).toEqual(['practice_phone', 'toString']);
});

it('finds each variable once', () => {
  expect(variablesIn('{{animal_name}} and {{ animal_name }}')).toEqual(['animal_name']);
  expect(variablesIn('{animal_name} }}')).toEqual([]);
});

it.each([
  ['Hi {{ client_name }}', undefined],
  ['At {{time}}', '{{time}} isn’t a known variable.'],
  ['Hi {{client_name}', 'Put two braces on each side of a variable, such as {{animal_name}}.'],
])('checks the template %j', (text, problem) => {
  expect(templateProblem(text)).toBe(problem);
});
