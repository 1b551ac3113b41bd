import { expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { UploadQueue, type Send } from './upload-queue.ts';

const file = (name: string): File => new File(['Rex'], name);

/** A queue whose uploads the test completes. */
function held() {
  const ends = new Map<string, { resolve: () => void; reject: (reason: unknown) => void }>();
  const send: Send = (sent, onProgress) => {
    onProgress(0.5);
    return new Promise<void>((resolve, reject) => ends.set(sent.name, { resolve, reject }));
  };
  const queue = new UploadQueue(send);
  const states = () => queue.snapshot().map(({ name, state }) => `${name} ${state}`);
  return { queue, ends, states };
}

test('uploads two files at a time', async () => {
  const { queue, ends, states } = held();
  queue.add(['a.txt', 'b.txt', 'c.txt'].map(file));
  expect(states()).toEqual(['a.txt uploading', 'b.txt uploading', 'c.txt pending']);
  expect(queue.snapshot()[0]?.progress).toBe(0.5);
  ends.get('a.txt')?.resolve();
  await vi.waitFor(
    () => expect(states()).toEqual(['a.txt success', 'b.txt uploading', 'c.txt uploading']),
    10_000,
  );
  expect(queue.busy).toBe(true);
});

test('reports a file that cannot be sent at once, without delaying others', () => {
  const { queue, states } = held();
  queue.add([file('a.exe'), file('b.txt')]);
  expect(states()).toEqual(['a.exe error', 'b.txt uploading']);
  expect(queue.snapshot()[0]).toMatchObject({
    canRetry: false,
    problem: expect.stringContaining('not supported'),
  });
});

test('what failed says why, and can be tried again', async () => {
  const { queue, ends, states } = held();
  queue.add([file('a.txt'), file('b.txt')]);
  ends.get('a.txt')?.reject(new ApiError(503, 'Couldn’t save the file.'));
  ends.get('b.txt')?.reject(new Error('unforeseen'));
  await vi.waitFor(() => expect(states()).toEqual(['a.txt error', 'b.txt error']), 10_000);
  expect(queue.snapshot().map(({ problem }) => problem)).toEqual([
    'Upload failed: Couldn’t save the file.',
    'Upload failed',
  ]);
  queue.retry(queue.snapshot()[0]?.id ?? 0);
  expect(states()).toEqual(['a.txt uploading', 'b.txt error']);
  queue.dismiss(queue.snapshot()[1]?.id ?? 0);
  expect(states()).toEqual(['a.txt uploading']);
});

test('starts the next upload when one in progress is dismissed', () => {
  const { queue, states } = held();
  queue.add(['a.txt', 'b.txt', 'c.txt'].map(file));
  queue.dismiss(queue.snapshot()[0]?.id ?? 0);
  expect(states()).toEqual(['b.txt uploading', 'c.txt uploading']);
});
