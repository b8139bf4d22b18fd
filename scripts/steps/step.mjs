// One line for each thing that is being done, with the seconds that it took.

/**
 * @template T
 * @param {string} title what is done, as a person would say it
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const start = performance.now();
  process.stdout.write(`${title} ...`);
  try {
    const result = await work();
    process.stdout.write(` ${seconds(start)}\n`);
    return result;
  } catch (error) {
    process.stdout.write(` failed after ${seconds(start)}\n`);
    throw error;
  }
}

/** @param {number} start of `performance.now()` */
export function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
