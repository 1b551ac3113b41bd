import type { ComponentType } from 'react';
import type { Practice } from '../queries.ts';
import { ExtendTrial } from './extend-trial.tsx';
import { NewAdminLink } from './new-admin-link.tsx';
import { OpenSupport } from './open-support.tsx';
import { RenamePractice } from './rename-practice.tsx';
import { ResumePractice, SuspendPractice } from './suspend-practice.tsx';

/** What can be done with a practice, each in a dialog of its own. */
export type PracticeTask = 'support' | 'rename' | 'trial' | 'link' | 'suspend' | 'resume';

const dialogs: Record<PracticeTask, ComponentType<{ practice: Practice; onClose: () => void }>> = {
  support: OpenSupport,
  rename: RenamePractice,
  trial: ExtendTrial,
  link: NewAdminLink,
  suspend: SuspendPractice,
  resume: ResumePractice,
};

/** The dialog for one task. */
export function PracticeDialog({
  name,
  practice,
  onClose,
}: {
  name: PracticeTask;
  practice: Practice;
  onClose: () => void;
}) {
  const Task = dialogs[name];
  return <Task practice={practice} onClose={onClose} />;
}
