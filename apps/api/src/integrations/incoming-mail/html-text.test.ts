import { describe, expect, it } from 'vitest';
import { htmlText } from './html-text.ts';

describe('the text of a page', () => {
  it.each([
    [
      'lines of Gmail',
      '<div dir="ltr">One<div>Two</div><div><br></div><div>Three</div></div>',
      'One\nTwo\n\nThree',
    ],
    ['paragraphs of Outlook', '<p class=MsoNormal>One<o:p></o:p></p>\r\n<p>Two</p>', 'One\n\nTwo'],
    ['spaces of the source', '<p>a\n   b\t<b> c</b>d</p>', 'a b cd'],
    ['a list', '<ol><li>Rex</li><li>Bella</li></ol>', '• Rex\n• Bella'],
    ['a table', '<table><tr><td>Rex</td><td>£5</td></tr><tr><td>Bella</td></tr></table>', 'Rex £5\nBella'],
    [
      'entities',
      '&lt;b&gt; &amp;amp; &pound;5 &#8364;6 &#x1F436; &eacute; &nosuch; &#xD800; &',
      '<b> &amp; £5 €6 🐶 é &nosuch; \ufffd &',
    ],
    ['signs that are no tags', 'a < b and 3 <4 > 2', 'a < b and 3 <4 > 2'],
    [
      'a quotation',
      'Yes<blockquote>One<br>Two<blockquote>Three</blockquote></blockquote>No',
      'Yes\n\n> One\n> Two\n>\n> > Three\n>\nNo',
    ],
    ['nothing', '', ''],
  ])('has %s', (_what, html, text) => {
    const lines = htmlText(html)
      .split('\n')
      .map((line) => line.trimEnd());
    expect(lines.join('\n').trim()).toBe(text);
  });

  it.each([
    ['scripts', 'a<script>alert("<p>")</script>b<SCRIPT src=x></SCRIPT >c', 'abc'],
    ['styles and titles', '<title>t</title><style>p{}</style>a', 'a'],
    ['comments', 'a<!-- <p>x</p> -->b<!--[if mso]>x<![endif]-->c', 'abc'],
    ['attributes', '<a href="javascript:alert(1)" onclick=x>link</a><img alt=x onerror=y>', 'link'],
    ['a script without an end', 'a<script>alert(1)', 'a'],
    ['a tag without an end', 'a<p onclick="x', 'a'],
    ['a comment without an end', 'a<!-- x', 'a'],
  ])('has no %s', (_what, html, text) => {
    expect(htmlText(html).trim()).toBe(text);
  });
});
