/** Characters outside Latin-1 that the PDF's encoding (WinAnsi) has at other positions. */
const winAnsi: Record<string, number> = { '’': 0x92, '‘': 0x91, '–': 0x96, '€': 0x80, '•': 0x95 };

const encoded = (text: string): string =>
  Array.from(text, (sign) => {
    const code = winAnsi[sign] ?? sign.charCodeAt(0);
    return '\\()'.includes(sign) ? `\\${sign}` : String.fromCharCode(code < 256 ? code : 0x3f);
  }).join('');

/** A page of A4 as a PDF: a heading and lines of text below it. An empty line makes a gap. */
export function pdfPage(heading: string, lines: readonly string[]): Buffer {
  const text = [
    'BT /F2 17 Tf 56 780 Td',
    `(${encoded(heading)}) Tj`,
    '/F1 10.5 Tf 16 TL 0 -14 Td',
    ...lines.map((line) => `T* (${encoded(line)}) Tj`),
    'ET',
  ].join('\n');
  const font = (name: string): string =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ]);
}

/** Numbers the objects and writes the table of their offsets. */
function assemble(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
