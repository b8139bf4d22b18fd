// What a target tells of its tracepoints, where it does not stop telling.
import { expect, it } from 'vitest';
import type { RspClient } from '../../../../src/remote/client/rspClient';
import { uploadTracepoints } from '../../../../src/remote/client/traceDescription';

/** The most that is kept of what a target tells. */
const maxPieces = 1 << 16;

it('an upload without an end is cut off', async () => {
  let asked = 0;
  const ask = () => {
    asked++;
    return Promise.resolve('T1:401136:E:0:0');
  };
  const pieces = await uploadTracepoints({ request: ask } as Pick<
    RspClient,
    'request'
  > as RspClient);
  expect(pieces).toHaveLength(maxPieces);
  expect(pieces[0]).toMatchObject({ piece: 'T', number: 1, address: 0x401136n });
  expect(asked).toBe(maxPieces);
});
