import { expect, it } from 'vitest';
import { csvCode, csvLine, csvText, textOfCsv } from './csv.ts';

it.each([
  ['Biscuit', 'Biscuit'],
  ['', ''],
  ['Smith, Emma', '"Smith, Emma"'],
  ['The "Duke"', '"The ""Duke"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['=1+1', "'=1+1"],
  ['+44 7700 900001', "'+44 7700 900001"],
  ['-5', "'-5"],
  ['@SUM(A1:A9)', "'@SUM(A1:A9)"],
  ['\t=1', '"\'\t=1"'],
  ['\tBiscuit', '"\'\tBiscuit"'],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(1)', "'＠SUM(1)"],
  ['\u200b=1+1', "'\u200b=1+1"],
  ['\u00ad\u00a0 @x', "'\u00ad\u00a0 @x"],
  ['\u2028=1', "'\u2028=1"],
  ['Rex;=1+1', '"Rex;\'=1+1"'],
  ['=1; ＋2;\u200b-3', "\"'=1;' ＋2;'\u200b-3\""],
  ['a\t=1', '"a\t\'=1"'],
  ['a\n@x', '"a\n\'@x"'],
  ['Rex; the dog', '"Rex; the dog"'],
  ['Anna-Lena', 'Anna-Lena'],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['=HYPERLINK("https://x.example","a")', '"\'=HYPERLINK(""https://x.example"",""a"")"'],
  ['5 = 5', '5 = 5'],
  ['£12, Zoë 🐕', '"£12, Zoë 🐕"'],
  ['\n- a\n\n- b; -c', "\"'\n- a\n'\n'- b;' -c\""],
  [';;=1', '";;\'=1"'],
  ['\t;=1', '"\'\t;\'=1"'],
  ["Rex' -; 'dogs'", "\"Rex' -; 'dogs'\""],
])('writes the text %j as %j, and reads it again', (text, written) => {
  expect(csvText(text)).toBe(written);
  expect(textOfCsv(written.replaceAll(/^"|"$/g, '').replaceAll('""', '"'))).toBe(text);
});

it.each([
  ['0012345', "'0012345"],
  ['123456789012', "'123456789012"],
  ['12E5', "'12E5"],
  ['12-05', "'12-05"],
  ['1/2/26', "'1/2/26"],
  ['1,500', `"'1,500"`],
  ['-5', "'-5"],
  ['12345678901', '12345678901'],
  ['0', '0'],
  ['A0012', 'A0012'],
  ['', ''],
])('writes the batch number %j as %j, and reads it again', (code, written) => {
  expect(csvCode(code)).toBe(written);
  expect(textOfCsv(written.replaceAll('"', ''))).toBe(code);
});

it('ends each line as RFC 4180 does', () => {
  expect(csvLine(['1', '-4.50', '"a,b"'])).toBe('1,-4.50,"a,b"\r\n');
});
