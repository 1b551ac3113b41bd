// Except for tab, line ends and form feed.
const controls = /(?![\t\n\f\r])\p{Cc}/u;

/** Content that a browser could be tricked into treating as a page, a drawing or a program. */
const markup =
  /<\s*(?:!doctype|!entity|\?xml|\?php|\/?(?:html|head|body|script|style|iframe|frame|object|embed|applet|svg|math|meta|link|base|form|img|video|audio|template|xml|xsl)[\s/>:])|<!\[cdata\[|^\s*#!/i;

/** Whether bytes are text in UTF-8 that is safe to show. */
export function isPlainText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !controls.test(text) && !markup.test(text);
  } catch {
    // Not UTF-8: a picture, a program, text in a legacy encoding.
    return false;
  }
}
