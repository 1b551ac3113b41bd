import { PawPrint } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ContactButtons } from '../contact-buttons.tsx';

/** Asks to contact the practice, which has no species yet, to add a pet. */
export const ContactPractice = ({ title }: { title: string }) => (
  <Card>
    <EmptyState icon={<PawPrint />} title={title} action={<ContactButtons className="justify-center" />}>
      To add a pet, please contact the practice.
    </EmptyState>
  </Card>
);
