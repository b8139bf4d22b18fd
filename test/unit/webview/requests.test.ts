// One request for details at a time, and the last wish wins.
import { describe, expect, it } from 'vitest';
import { DetailsRequest } from '../../../webview/requests';

function requests(now: () => number = () => 0): {
  asked: (readonly [number, boolean])[];
  request: DetailsRequest;
} {
  const asked: (readonly [number, boolean])[] = [];
  const request = new DetailsRequest((frame, byUser) => {
    asked.push([frame, byUser]);
  }, now);
  return { asked, request };
}

describe('DetailsRequest', () => {
  it('asks at once while nothing is under way', () => {
    const { asked, request } = requests();
    request.want(3, true);
    expect(asked).toEqual([[3, true]]);
  });

  it('asks only for the last of the frames wanted meanwhile', () => {
    const { asked, request } = requests();
    for (let frame = 0; frame < 50; frame++) request.want(frame, true);
    request.answered(0);
    expect(asked).toEqual([
      [0, true],
      [49, true],
    ]);
  });

  it('is not moved by details that it did not ask for', () => {
    const { asked, request } = requests();
    request.want(1, true);
    request.want(2, false);
    request.answered(7);
    expect(asked).toHaveLength(1);
    request.answered(1);
    expect(asked).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it('asks nothing more when the last answer came', () => {
    const { asked, request } = requests();
    request.want(1, true);
    request.answered(1);
    request.answered(1);
    expect(asked).toHaveLength(1);
  });

  it('shows the source of what the user selected while the trace grows', () => {
    const { asked, request } = requests();
    request.want(1, false);
    request.want(2, true);
    // The trace grew: the same frame is selected again.
    request.reset();
    request.want(2, false);
    request.want(3, true);
    request.want(3, false);
    request.answered(2);
    request.want(3, false);
    request.answered(3);
    expect(asked).toEqual([
      [1, false],
      [2, true],
      [3, true],
      [3, false],
    ]);
  });

  it('asks at once after a reset', () => {
    const { asked, request } = requests();
    request.want(1, true);
    request.want(2, true);
    request.reset();
    request.want(3, false);
    expect(asked).toEqual([
      [1, true],
      [3, false],
    ]);
  });

  it('does not wait for ever for an answer that was lost', () => {
    let time = 0;
    const { asked, request } = requests(() => time);
    request.want(1, true);
    time = 2999;
    request.want(2, true);
    expect(asked).toHaveLength(1);
    time = 3000;
    request.want(3, true);
    expect(asked.at(-1)).toEqual([3, true]);
  });
});
