import 'tools/jest/style-rules';
import { expect, it } from '@jest/globals';
import { renderKit } from '../testing/render';
import { color } from '../theme/tokens';
import { DateInput } from '.';

it('tints the frame of a date field with an unsaved change', () => {
  const { container } = renderKit(
    <>
      <DateInput label="Saved" value="2026-12-01" onChange={() => undefined} />
      <DateInput label="Changed" value="2026-12-02" modified onChange={() => undefined} />
    </>,
  );
  const grounds = [...container.querySelectorAll('.MuiPickersOutlinedInput-root')].map(
    (frame) => getComputedStyle(frame).backgroundColor,
  );
  expect(grounds).toEqual([color.surface, color.attentionTint]);
});
