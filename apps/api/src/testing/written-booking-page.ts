import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a booking page into a folder as its build leaves one, without the web app: its body is the view in JSON, with the signs
 * of HTML escaped.
 */
export function writeBookingPage(folder: string): void {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  const files = {
    'manifest.json': JSON.stringify({
      'src/book/main.tsx': { file: 'assets/main-abc123.js', css: ['assets/main-abc123.css'], isEntry: true },
    }),
    'assets/main-abc123.js': 'export {};',
    'assets/main-abc123.css': 'body { margin: 0 }',
    'widget.js': '// The widget.',
    'burrow.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'server.js': `export const render = (view) => ({
      body: JSON.stringify(view).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      style: ':root { --brand: #1d5a4c; }',
      bar: { light: '#163f35', dark: '#12201b' },
    });`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
