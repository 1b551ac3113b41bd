import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useFormats } from '../../lib/practice.ts';
import {
  defaultFilters,
  filterProblems,
  filtersIn,
  sameFilters,
  type ReportFilters,
  type ReportProblems,
} from './report-address.ts';

/**
 * The filters of the report: those that the address asks for (`asked`), and those in the form (`draft`), which become
 * the address's when the report is generated. Back and Forward put the address's into the form.
 */
export function useReportFilters() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const today = useFormats().today();
  const asked = useMemo(() => filtersIn(search), [search]);
  const begin = (): [ReportFilters, ReportProblems | null] => [
    asked ?? defaultFilters(today),
    asked && filterProblems(asked, today),
  ];
  const [[draft, problems], setForm] = useState(begin);
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    setForm(begin());
  }
  return {
    draft,
    /** What is wrong with the draft, as of the last time it was to be generated. */
    problems,
    change: (edit: Partial<ReportFilters>) => setForm([{ ...draft, ...edit }, null]),
    /** What the report is of: null before one is asked for, and when what is asked can not be. */
    asked: useMemo(() => (asked && filterProblems(asked, today) === null ? asked : null), [asked, today]),
    /** Asks for the report of the draft; answers whether the address asks for it already. */
    generate: (): 'refused' | 'same' | 'asked' => {
      const found = filterProblems(draft, today);
      setForm([draft, found]);
      if (found !== null) return 'refused';
      if (asked && sameFilters(asked, draft)) return 'same';
      void navigate(paths.reports(draft));
      return 'asked';
    },
  };
}
