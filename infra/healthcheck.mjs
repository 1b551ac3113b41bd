// Requests an address of this container, as Docker does regularly: exits with 0 on success, 1 otherwise.
const [address] = process.argv.slice(2);
try {
  const answer = await fetch(address, { signal: AbortSignal.timeout(4500) });
  console.log(`${answer.status} ${await answer.text()}`);
  process.exit(answer.ok ? 0 : 1);
} catch (error) {
  console.log(error.cause?.message ?? error.message);
  process.exit(1);
}
