import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useFormats } from '../../lib/practice.ts';
import { diaryAddress, readDiaryView, type DiaryView } from './diary-view.ts';

/** The view of the diary, kept in the address. */
export function useDiaryView(phone: boolean) {
  const today = useFormats().today();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const read = readDiaryView(params, today);
  // A phone has room for one column.
  const view: DiaryView = phone ? { ...read, span: 'day' } : read;
  return {
    view,
    change: (part: Partial<DiaryView> | ((now: DiaryView) => Partial<DiaryView>)) => {
      // Keys can be pressed faster than the page is drawn: each counts from the address.
      const asked = readDiaryView(new URLSearchParams(window.location.search), today);
      const now: DiaryView = phone ? { ...asked, span: 'day' } : asked;
      const next = { ...now, ...(typeof part === 'function' ? part(now) : part) };
      void navigate(paths.diary(diaryAddress(next, today)), { replace: true, preventScrollReset: true });
    },
  };
}
