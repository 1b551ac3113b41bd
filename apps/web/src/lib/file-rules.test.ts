import { expect, test } from 'vitest';
import { fileProblem, pictureProblem, profilePictureName } from './file-rules.ts';

const megabyte = 1024 * 1024;
const tooLarge = 'File size exceeds 10 MB limit';
const notSupported = 'File type not supported. Accepted types: images, pdf, doc, docx, txt';

test.each([
  ['scan.pdf', 10 * megabyte, null],
  ['scan.PDF', 10, null],
  ['scan.pdf', 10 * megabyte + 1, tooLarge],
  ['rex.webp', 10, null],
  ['letter.docx', 10, null],
  ['rex.svg', 10, notSupported],
  ['setup.exe', 10, notSupported],
  ['no ending', 10, notSupported],
  ['empty.txt', 0, 'This file is empty.'],
])('%s of %i bytes', (name, size, problem) => {
  expect(fileProblem({ name, size })).toBe(problem);
});

test.each([
  ['rex.jpg', 5 * megabyte, null],
  ['rex.jpg', 5 * megabyte + 1, 'Image size must be less than 5MB'],
  ['rex.pdf', 10, 'Please select an image file'],
  ['IMG_0012.HEIC', 10, expect.stringContaining('as a JPEG')],
])('as a picture %s of %i bytes', (name, size, problem) => {
  expect(pictureProblem({ name, size })).toEqual(problem);
});

test('an animal’s new picture is named by the time', () => {
  expect(profilePictureName('My Dog.final.JPG', 1768381200000)).toBe('profile_picture_1768381200000.jpg');
});
