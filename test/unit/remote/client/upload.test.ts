// What a target tells of its tracepoints, where it does not stop telling.
import { expect, it } from 'vitest';
import type { Exchange } from '../../../../src/remote/client/exchange';
import { uploadTracepoints } from '../../../../src/remote/client/upload';

/** The most that is kept of what a target tells. */
const mostPieces = 1 << 17;

it('an upload without an end is cut off', async () => {
  let asked = 0;
  const ask = () => {
    asked++;
    return Promise.resolve('T1:401136:E:0:0');
  };
  const pieces = await uploadTracepoints({ ask } as Pick<Exchange, 'ask'> as Exchange);
  expect(pieces).toHaveLength(mostPieces);
  expect(pieces[0]).toMatchObject({ piece: 'T', number: 1, address: 0x401136n });
  expect(asked).toBe(mostPieces);
});
