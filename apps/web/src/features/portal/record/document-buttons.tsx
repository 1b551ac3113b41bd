import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { downloadDocument } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { Button } from '../../../ui/button.tsx';

/** Saves a PDF, and says why it can't be created. */
function PdfButton({
  label,
  failure,
  download,
}: {
  label: string;
  failure: string;
  download: () => Promise<void>;
}) {
  const pdf = useMutation({ mutationFn: download });
  return (
    <div>
      <Button
        size="small"
        icon={<FileDown aria-hidden="true" className="size-4" />}
        busy={pdf.isPending}
        busyLabel="Creating..."
        onClick={() => pdf.mutate()}
      >
        {label}
      </Button>
      {pdf.isError ? (
        <p role="alert" className="text-sm font-medium text-attention">
          {failureText(failure, pdf.error)}
        </p>
      ) : null}
    </div>
  );
}

/** The pet's vaccinations as a PDF. */
export const CertificateButton = ({ petId }: { petId: number }) => (
  <PdfButton
    label="Vaccination certificate"
    failure="Couldn’t create the certificate"
    download={() => downloadDocument('cp/vaccination_certificate', { animal_id: petId })}
  />
);

/** A prescription as a PDF. */
export const PrescriptionButton = ({ entryId }: { entryId: number }) => (
  <PdfButton
    label="Prescription PDF"
    failure="Couldn’t create the prescription"
    download={() => downloadDocument('cp/prescription_pdf', { entry_id: entryId })}
  />
);
