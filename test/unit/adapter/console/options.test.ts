// Options of `print`: which settings they make, what is left to evaluate, and what is refused.
import { describe, expect, it } from 'vitest';
import { withOptions, PrintSettingValues } from '../../../../src/adapter/console/settings';

const settings = new PrintSettingValues();

describe('options of print', () => {
  it('hold for one command', () => {
    const found = withOptions('-pretty -elements 3 -repeats unlimited -- /x a', settings);
    expect(found.expression).toBe('/x a');
    expect(found.settings.print).toMatchObject({ pretty: true, elements: 3, repeats: Infinity });
    expect(settings.print).toMatchObject({ pretty: false, elements: 200, repeats: 10 });
  });

  it.each(['-5', '-x', 'a - -b', 'a --b', '-pretty x'])('are none without a --: %s', (text) => {
    expect(withOptions(text, settings)).toEqual({ expression: text, settings });
  });

  it.each([
    ['-nonsense -- 3', 'Unrecognized option at: -nonsense -- 3'],
    ['-pretty off on -- 3', 'Unrecognized option at: on -- 3'],
    ['-a -- 3', 'Ambiguous option at: -a -- 3'],
    ['-elements -- 3', '-elements requires an argument'],
    ['-elements many -- 3', '-elements takes a number or “unlimited”, not “many”.'],
  ])('refuses %s', (text, sentence) => {
    expect(() => withOptions(text, settings)).toThrow(sentence);
  });
});
