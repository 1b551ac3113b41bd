import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { sampleDocx, samplePdf, samplePicture } from '../apps/api/src/testing/sample-files.ts';
import { desktop, expectAccessible, holdBack, phone, useBrowser, type Screen } from './browser.ts';
import { openAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

async function openAnimal(screen: Screen): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db());
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin', name: 'Nora Nurse' });
  const page = await openPage(screen);
  await openAsStaff(page, account.email, `/app/admin/animal/${practice.animal.id}`);
  return { practice, page };
}

const card = (page: Page, name: string) => page.getByRole('region', { name });
const files = (page: Page) => card(page, 'Files and Documents');
const list = (page: Page) => page.getByRole('list', { name: 'Files and Documents' }).getByRole('listitem');
const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
const chooser = (page: Page, name: string) => card(page, name).locator('input[type=file]:not([capture])');

const named = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer });

interface PdfPage {
  drawing: string;
  /** The object that is drawn: its place among the resources, and itself. */
  resource: string;
  used: string;
}

function pdfOf(...pages: PdfPage[]): Buffer {
  const numbers = pages.map((_page, index) => 3 + 3 * index);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    ...pages.flatMap(({ drawing, resource, used }, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${4 + 3 * index} 0 R ` +
        `/Resources << ${resource} ${5 + 3 * index} 0 R >> >> >>`,
      `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      used,
    ]),
  ];
  let content = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = content.length;
    content += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = content.length;
  content += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  content += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(content, 'latin1');
}

it('keeps what was entered when the page fails', async () => {
  expectConsole(/Failed to load resource|ERR_FAILED|dynamically imported module/);
  const { practice, page } = await openAnimal(desktop);
  await page.route('**/assets/pdf-pages-*.js', (route) => route.abort());
  await page.goto(`/app/admin/client/${practice.client.id}`);
  await chooser(page, 'Files and Documents').setInputFiles(named('scan.pdf', samplePdf(2000)));
  await page.getByRole('button', { name: 'Edit notes' }).click();
  const notes = page.getByLabel('Client notes');
  await notes.fill('Prefers mornings');
  await page.getByRole('button', { name: 'Preview scan.pdf', exact: true }).click();
  await page.getByRole('heading', { name: 'Something went wrong on this screen' }).waitFor();
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByText('We’ve kept what you were entering.').waitFor();
  await page.getByRole('button', { name: 'Edit notes' }).click();
  expect(await notes.inputValue()).toBe('Prefers mornings');
});

const pageOfText = (text: string): PdfPage => ({
  drawing: `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`,
  resource: '/Font << /F1',
  used: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
});

/** A page that is black all over, encoded by Group 4 as scanners do, with lines of 5120 points. */
function scannedPage(): PdfPage {
  const blackLine = `00100110101${'000000011111'.repeat(2)}0000110111`;
  const sameLine = '11';
  const end = '000000000001'.repeat(2);
  const bits = blackLine + sameLine.repeat(5119) + end;
  const bytes = bits.match(/.{1,8}/g)!.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
  const image = String.fromCharCode(...bytes);
  return {
    drawing: 'q 595 0 0 842 0 0 cm /I1 Do Q',
    resource: '/XObject << /I1',
    used:
      '<< /Type /XObject /Subtype /Image /Width 5120 /Height 5120 /ColorSpace /DeviceGray /BitsPerComponent 1 ' +
      `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 5120 /Rows 5120 >> /Length ${image.length} >>` +
      `\nstream\n${image}\nendstream`,
  };
}

const colourAtCentre = (element: Element): number[] => {
  const canvas = element as HTMLCanvasElement;
  const middle = canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1);
  return [...(middle?.data ?? [])];
};

describe.each([desktop, phone])('on a $name', (screen) => {
  it('files are uploaded several at a time, opened, and deleted', async () => {
    const { page } = await openAnimal(screen);
    await files(page).getByText('No files yet').waitFor();
    await chooser(page, 'Files and Documents').setInputFiles([
      named('letter.docx', sampleDocx()),
      named('scan.pdf', pdfOf(scannedPage())),
      named('letter.pdf', pdfOf(pageOfText('Dear Rex'), scannedPage())),
      named('notes.txt', Buffer.from('Eats well again.')),
      named('rex.png', await samplePicture('png', 640, 480)),
      named('setup.exe', Buffer.from('MZ')),
    ]);
    await expect.poll(() => list(page).count(), { timeout: 10_000 }).toBe(5);
    const refused = uploads(page).filter({ hasText: 'setup.exe' });
    await refused.getByText('File type not supported. Accepted types: images, pdf, doc, docx, txt').waitFor();
    await expectAccessible(page);
    await refused.getByRole('button', { name: 'Dismiss setup.exe' }).click();
    await expect.poll(() => uploads(page).count(), { timeout: 10_000 }).toBe(0);
    expect(await list(page).filter({ hasText: 'rex.png' }).textContent()).toContain('Nora Nurse');
    await list(page).locator('img').waitFor();

    const preview = (name: string) =>
      page.getByRole('button', { name: `Preview ${name}`, exact: true }).click();
    const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
    await preview('notes.txt');
    await dialog('notes.txt').getByText('Eats well again.').waitFor();
    await page.keyboard.press('Escape');
    await preview('rex.png');
    await dialog('rex.png').getByRole('img', { name: 'rex.png' }).waitFor();
    await page.keyboard.press('Escape');
    const drawnPage = (file: string, number: string) =>
      dialog(file).getByRole('img', { name: `Page ${number}` });
    await preview('scan.pdf');
    expect(await drawnPage('scan.pdf', '1 of 1').evaluate(colourAtCentre)).toEqual([0, 0, 0, 255]);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    // Another one is opened while the second page is still being read.
    await preview('letter.pdf');
    await drawnPage('letter.pdf', '1 of 2').waitFor();
    await page
      .getByRole('button', { name: 'Preview scan.pdf', exact: true, includeHidden: true })
      .dispatchEvent('click');
    await drawnPage('scan.pdf', '1 of 1').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Preview letter.docx' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Delete rex.png', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this file?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => list(page).count(), { timeout: 10_000 }).toBe(4);
    await page.reload();
    await expect.poll(() => list(page).count(), { timeout: 10_000 }).toBe(4);
  });

  it('an animal gets a picture, another one, and none', async () => {
    const { page } = await openAnimal(screen);
    const portrait = card(page, 'Profile Picture');
    const input = chooser(page, 'Profile Picture');
    await input.setInputFiles(named('rex.txt', Buffer.from('Rex')));
    await portrait.getByText('Please select an image file').waitFor();
    await input.setInputFiles(named('rex.png', await samplePicture('png', 1600, 1600)));
    await portrait.getByText('Image size must be less than 5MB').waitFor();
    for (const format of ['png', 'jpeg'] as const) {
      await input.setInputFiles(named(`rex.${format}`, await samplePicture(format, 300, 300)));
      await portrait.getByText('Profile picture updated').waitFor();
      await list(page)
        .getByText(format === 'png' ? /^profile_picture_\d+\.png$/ : /^profile_picture_\d+\.jpeg$/)
        .waitFor();
    }
    expect(await list(page).count()).toBe(1);
    await portrait.getByText('Profile picture updated').waitFor({ state: 'hidden' });
    await expectAccessible(page);
    await portrait.getByRole('button', { name: 'Remove' }).click();
    await page
      .getByRole('alertdialog', { name: 'Remove the profile picture?' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await files(page).getByText('No files yet').waitFor();
    expect(await portrait.getByRole('img').count()).toBe(0);
  });
});

describe('an upload', () => {
  it('that fails shows why and is retried', async () => {
    const { page } = await openAnimal(desktop);
    expectConsole(/503/);
    let failures = 1;
    await page.route('**/api/file/upload', (route) => {
      if ((failures -= 1) < 0) return route.continue();
      return route.fulfill({ status: 503, json: { code: 'storage_unavailable', message: 'Not just now.' } });
    });
    await chooser(page, 'Files and Documents').setInputFiles(named('scan.pdf', samplePdf(2000)));
    await uploads(page).getByText('Upload failed: Not just now.').waitFor();
    await uploads(page).getByRole('button', { name: 'Retry scan.pdf' }).click();
    await list(page).getByText('scan.pdf').waitFor();
  });

  it('accepts files dropped on the card, and shows the drop target', async () => {
    const { page } = await openAnimal(desktop);
    const bring = (type: 'dragenter' | 'dragover' | 'drop') =>
      files(page).evaluate((element, event) => {
        const brought = new DataTransfer();
        brought.items.add(new File(['Rex is well'], 'dropped.txt'));
        element.dispatchEvent(
          new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer: brought }),
        );
      }, type);
    await files(page).getByText('No files yet').waitFor();
    await bring('dragenter');
    await page.getByText('Drop to upload').waitFor();
    await bring('drop');
    await list(page).getByText('dropped.txt').waitFor();
    expect(await page.getByText('Drop to upload').count()).toBe(0);
  });

  it('in progress continues while another page is open, and warns before leaving', async () => {
    const { page, practice } = await openAnimal(desktop);
    const release = await holdBack(page, 'file/upload');
    await chooser(page, 'Files and Documents').setInputFiles(named('scan.pdf', samplePdf(2000)));
    await uploads(page).getByText('scan.pdf').waitFor();
    const warned = await page.evaluate(
      () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
    );
    expect(warned).toBe(true);
    await page.getByRole('link', { name: practice.client.name }).first().click();
    await page.waitForURL('**/app/admin/client/*');
    release();
    await page.goBack();
    await list(page).getByText('scan.pdf').waitFor();
  });
});
