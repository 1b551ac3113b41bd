import { expect, test } from 'vitest';
import { addressLines, firstAddressSegment, mailLink, mapLink } from './contact.ts';

test.each([
  ['12 High Street, Oakham, LE15 6AL', '12 High Street'],
  ['Rose Cottage\nMill Lane\nOakham', 'Rose Cottage'],
  [' , 4 The Green, Uppingham', '4 The Green'],
  ['Unit 3', 'Unit 3'],
  ['', ''],
  [null, ''],
])('of %s a list shows %s', (address, segment) => {
  expect(firstAddressSegment(address)).toBe(segment);
});

test('an address is written line by line', () => {
  expect(addressLines('12 High Street, Oakham,\nLE15 6AL')).toEqual(['12 High Street', 'Oakham', 'LE15 6AL']);
  expect(addressLines(null)).toEqual([]);
});

test('a map is asked for the whole address on one line', () => {
  const link = new URL(mapLink('12 High Street\nOakham & Co, LE15 6AL'));
  expect(link.searchParams.get('query')).toBe('12 High Street, Oakham & Co, LE15 6AL');
});

test('an email address can not add a subject or another reader to its link', () => {
  expect(mailLink('jo@example.com')).toBe('mailto:jo@example.com');
  expect(mailLink('jo?bcc=all@example.com')).toBe('mailto:jo%3Fbcc%3Dall@example.com');
});
