// Counts as English writes them.

/** `1,093` for a whole number from 0. `Intl` takes a process 10 ms when it is first used. */
export function groupedDigits(count: number): string {
  const digits = String(count);
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) {
    groups.unshift(digits.slice(Math.max(0, end - 3), end));
  }
  return groups.join(',');
}
