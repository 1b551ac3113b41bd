import { cards, type Round, type Work } from './diary-page.ts';
import { percentile } from './load.ts';
import { ms, table, verdict, type Section } from './report.ts';

/** Milliseconds of script for the day, and until another day is on the screen. */
const goals = { scriptMs: 100, dayMs: 150 };
/** A frame at 60 a second. */
const frameMs = 1000 / 60;

const medianOf = (values: readonly number[]): number => percentile(values, 0.5);

/** The diary screen, against what it may take. */
export function diaryPageSection(rounds: readonly Round[]): Section {
  const days = rounds.flatMap((round) => round.days);
  const opened = rounds.map((round) => round.opened);
  const moves = rounds.map(({ move }) => move);
  const scrolls = rounds.map(({ scroll }) => scroll);
  const row = (what: string, work: readonly Work[], shown: string, goal: string): string[] => [
    what,
    ms(medianOf(work.map(({ script }) => script))),
    ms(medianOf(work.map(({ layout }) => layout))),
    ms(medianOf(work.map(({ all }) => all))),
    shown,
    goal,
  ];
  const script = medianOf(opened.map((step) => step.script));
  const change = percentile(
    days.map(({ shown }) => shown),
    0.95,
  );
  const drag = medianOf(moves.map(({ all }) => all));
  const scroll = medianOf(scrolls.map(({ all }) => all));
  const isMet = {
    script: script < goals.scriptMs,
    change: change < goals.dayMs,
    drag: drag < frameMs,
    scroll: scroll < frameMs,
  };
  const spread = (values: readonly number[]): string =>
    `${ms(medianOf(values))}, p95 ${ms(percentile(values, 0.95))}`;
  return {
    title: 'The diary screen',
    lines: [
      `A day of twelve people and ${cards} appointments at 1280 × 900, in the Chromium of the browser tests, without a graphics processor. Script, style and layout, and all work are processor time of the page's main thread; 'shown' is what a person waits, to the frame in which it is painted.`,
      '',
      ...table(
        ['Work', 'script', 'style and layout', 'all work', 'shown', 'goal'],
        [
          row(
            'the day, opened from the dashboard',
            opened,
            spread(opened.map(({ shown }) => shown)),
            `script < ${goals.scriptMs} ms ${verdict(isMet.script)}`,
          ),
          row(
            'another such day, by a key',
            days,
            spread(days.map(({ shown }) => shown)),
            `p95 < ${goals.dayMs} ms ${verdict(isMet.change)}`,
          ),
          row(
            'a move of the mouse while an appointment is dragged',
            moves,
            spread(rounds.flatMap((round) => round.moves)),
            `all work < ${ms(frameMs)}, a frame ${verdict(isMet.drag)}`,
          ),
          row(
            'a step of scrolling through the day',
            scrolls,
            spread(rounds.flatMap((round) => round.frames)),
            `all work < ${ms(frameMs)}, a frame ${verdict(isMet.scroll)}`,
          ),
        ],
      ),
    ],
    missed: [
      ...(isMet.script ? [] : ['script of the diary screen']),
      ...(isMet.change ? [] : ['another day in the diary']),
      ...(isMet.drag ? [] : ['frames of a drag in the diary']),
      ...(isMet.scroll ? [] : ['frames of scrolling the diary']),
    ],
  };
}
