import { Check, Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

const icon = 'size-4';

/** Prints the codes alone, without the page around them. */
function printText(text: string) {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const inside = frame.contentDocument;
  if (inside) {
    const shown = inside.createElement('pre');
    shown.textContent = text;
    inside.body.append(shown);
  }
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow?.print();
}

/** New recovery codes, shown once. The dialog stays open until the person confirms that they saved them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [said, setSaid] = useState('');
  const text = `Burrow recovery codes\n\n${codes.join('\n')}\n\nEach code works once.\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied.');
    } catch (error) {
      console.info('The browser blocked copying the text.', error);
      setSaid('Couldn’t copy the codes. Download or print them instead.');
    }
  }

  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={() => undefined}
      width="small"
      title="Your recovery codes"
      description="If you lose your device, a recovery code signs you in. Each works once. Keep them somewhere safe: you won’t see them again."
      actions={
        <Button variant="primary" onClick={onClose}>
          I’ve saved my codes
        </Button>
      }
    >
      <ul
        aria-label="Recovery codes"
        className="figures grid grid-cols-2 gap-x-4 gap-y-1 rounded-lg border border-line bg-sunken px-4 py-3 text-center font-semibold"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          icon={
            said === 'Copied.' ? (
              <Check aria-hidden="true" className={icon} />
            ) : (
              <Copy aria-hidden="true" className={icon} />
            )
          }
          onClick={() => void copy()}
        >
          Copy
        </Button>
        <Button
          icon={<Download aria-hidden="true" className={icon} />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'burrow-recovery-codes.txt')}
        >
          Download
        </Button>
        <Button icon={<Printer aria-hidden="true" className={icon} />} onClick={() => printText(text)}>
          Print
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm font-medium text-brand empty:hidden">
        {said}
      </p>
    </Dialog>
  );
}
