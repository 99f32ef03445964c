import type { Day, TimePart } from 'shared-api/contracts';
import { color, controlStyle, ErrorIcon, styled } from 'shared-ui';
import { memo, type ReactNode, useId } from 'react';
import { messages } from '../messages';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', gap: 4, minWidth: 0 });

const Label = styled('label')({ fontSize: 13, lineHeight: '20px', fontWeight: 550 });

const Input = styled('input')({
  ...controlStyle,
  // A transition would repaint the field seven times per keystroke.
  transition: 'none',
  '[data-differs] > &:not(:disabled)': { backgroundColor: color.attentionTint },
});

const Note = styled('div')({ display: 'flex', gap: 4, fontSize: 12, lineHeight: '16px', color: color.inkThird });

const ErrorNote = styled(Note)({ color: color.danger, '& svg': { flex: 'none', marginTop: 1 } });

export interface TimeFieldProps {
  name: string;
  day: Day;
  part: TimePart;
  value: string;
  /** True while the field holds the typed text instead of the parsed time. */
  typed: boolean;
  error: string | undefined;
  differs: boolean;
  following: boolean;
  /** The office's time, shown as help text; undefined for the office and its followers. */
  officeTime: string | undefined;
  onText: (part: TimePart, text: string) => void;
  /** True for the number pad of a phone: 930 and 1730 are times. */
  numberPad: boolean;
}

/**
 * One time of the open day. A plain input, because the kit's field renders three components more on each focus and blur,
 * and Tab must show the next field within the budget of a keystroke. Rerenders only when its own props change, so typing
 * in one field leaves the others alone.
 */
export const TimeField = memo(function TimeField(props: TimeFieldProps): ReactNode {
  const { name, day, part, value, typed, error, differs, following, officeTime, onText, numberPad } = props;
  const id = useId();
  const errorId = `${id}error`;
  const helpId = `${id}help`;
  const described = [error && errorId, officeTime && helpId].filter(Boolean).join(' ');
  return (
    <Frame data-differs={differs || undefined}>
      <Label htmlFor={id}>{messages.weeklyHours.parts[part]}</Label>
      <Input
        id={id}
        data-part={part}
        aria-label={messages.weeklyHours.editor.field(name, day, part)}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        value={value}
        disabled={following}
        {...(numberPad && { inputMode: 'decimal', enterKeyHint: 'next' })}
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => {
          if (!typed) event.currentTarget.select();
        }}
        onChange={(event) => onText(part, event.target.value)}
      />
      {error && (
        <ErrorNote id={errorId}>
          <ErrorIcon size={14} />
          <span>{error}</span>
        </ErrorNote>
      )}
      {officeTime !== undefined && <Note id={helpId}>{messages.weeklyHours.editor.office(officeTime)}</Note>}
    </Frame>
  );
});
