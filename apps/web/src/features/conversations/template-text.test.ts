import { expect, it } from 'vitest';
import { fillTemplate, variablesIn } from './template-text.ts';

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
