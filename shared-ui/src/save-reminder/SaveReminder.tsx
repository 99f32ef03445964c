import { styled } from '@mui/material/styles';
import { type MouseEvent, type ReactNode, useContext, useRef } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { ErrorIcon } from '../icons';
import { FloatingFoot, floatingBarStyle } from '../layout/floating';
import { PageFootContext } from '../layout/Page';
import { useFloatingHeight } from '../layout/use-floating-height';
import { useMedia } from '../layout/use-media';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { commonMessages } from '../messages';
import { Button } from '../mui/Button';
import { color, phone, phoneQuery } from '../theme/tokens';
import { useFocusAfter } from './use-focus-after';

const Bar = styled('section')({
  ...floatingBarStyle,
  // On a phone with Undo, one line within reach of the thumb: Undo, the number of changes, Save. Discard is in the
  // page's menu. Other messages span the full width above it, so that the buttons don't move.
  [phone]: {
    '&[data-undo]': {
      padding: 8,
      '& > [data-words]': { flex: '1 1 72px' },
      '[data-save]': { minWidth: 0 },
      '[data-reminder], [data-discard]': { display: 'none' },
    },
    '&[data-undo][data-says]': {
      justifyContent: 'space-between',
      '& > [data-words]': { order: -1, flex: '1 0 100%', padding: '2px 8px 0' },
    },
  },
});

const Words = styled('div')({ flex: '1 1 300px', minWidth: 0 });

const Counts = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 12px',
  fontSize: 13,
  color: color.onInverseSecond,
});

const Wrong = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  color: color.onInverseDanger,
  fontWeight: 550,
  '& svg': { flex: 'none' },
  '& > span': { whiteSpace: 'nowrap' },
});

const ToError = styled('button')({
  margin: 0,
  padding: '2px 4px',
  border: 0,
  borderRadius: 6,
  background: 'none',
  color: 'inherit',
  fontSize: 13,
  fontWeight: 'inherit',
  textAlign: 'left',
  textDecoration: 'underline',
  textUnderlineOffset: 3,
  cursor: 'pointer',
});

const Buttons = styled('div')({ display: 'flex', gap: 8, marginLeft: 'auto' });

const QuietButton = styled(Button)({
  '&&, &&:hover': {
    color: color.onInverse,
    backgroundColor: color.inverseControl,
    borderColor: color.inverseControlLine,
  },
});

/** Undo on a phone. Wider screens show it next to the content. */
function PhoneUndo({ disabled, onUndo }: { disabled: boolean; onUndo: () => void }): ReactNode {
  return (
    useMedia(phoneQuery) && (
      <QuietButton disabled={disabled} onClick={onUndo}>
        {commonMessages.undo}
      </QuietButton>
    )
  );
}

/** The result of the last command on a phone. Wider screens show it next to the content. */
function PhoneNote({ children }: { children: string }): ReactNode {
  return useMedia(phoneQuery) && <div>{children}</div>;
}

const SaveButton = styled(Button)({
  minWidth: 124,
  '&&, &&:hover': {
    color: color.onInverseAction,
    backgroundColor: color.inverseAction,
    borderColor: color.inverseAction,
  },
});

export interface SaveReminderError {
  /** The location as text: "Kim Osei, Wed". */
  label: string;
  /** Focuses the field. */
  onGo: () => void;
}

export interface SaveReminderProps {
  /** The number of unsaved values. Hidden at 0. */
  changes: number;
  errors: readonly SaveReminderError[];
  saving: boolean;
  /** What the last save requires first, until it is done. */
  notSaved?: string | undefined;
  /**
   * The result of the last command, such as "Restored 1 cell; save to keep". Shown only on a phone with Undo, because
   * wider screens show it next to the content. The page announces it.
   */
  note?: string | undefined;
  /** Why the person can't save now, e.g. because they lost a right while typing. */
  reason?: string | undefined;
  onSave: () => void;
  onDiscard: () => void;
  /** Undoes the last change. On a phone, its button replaces Discard, which the page's menu must then offer. */
  onUndo?: () => void;
}

const buttonAt = ({ target }: MouseEvent): HTMLElement | null => (target as Element).closest('button');

/**
 * A field commits its text on blur, which can shift the page: an error appears, the bar grows. The buttons therefore
 * take focus on click, not on press, so that the click doesn't miss them.
 */
function keepFocus(event: MouseEvent): void {
  if (buttonAt(event)) event.preventDefault();
}

function takeFocus(event: MouseEvent): void {
  // The button acts on the committed value.
  flushSync(() => buttonAt(event)?.focus({ preventScroll: true, focusVisible: false }));
}

/**
 * Floats at the bottom of the page while it has unsaved changes (specification: billing, 2).
 *
 * @example
 * const save = (): void => undefined;
 * return <SaveReminder changes={2} errors={[]} saving={false} onSave={save} onDiscard={() => undefined} />;
 */
export function SaveReminder(props: SaveReminderProps): ReactNode {
  const { changes, errors, saving, notSaved, note, reason, onSave, onDiscard, onUndo } = props;
  const foot = useContext(PageFootContext);
  const shown = changes > 0;
  const bar = useRef<HTMLElement>(null);
  useFocusAfter(bar, shown);
  useFloatingHeight(bar, shown);
  const first = errors[0];
  const text = notSaved ?? commonMessages.unsaved;
  const says = notSaved !== undefined || note !== undefined || first !== undefined;
  const content = (
    <FloatingFoot>
      <VisuallyHidden role="status">{shown ? text : ''}</VisuallyHidden>
      {shown && (
        <Bar
          ref={bar}
          data-floating-bar=""
          data-undo={onUndo && ''}
          data-says={says ? '' : undefined}
          aria-label={commonMessages.unsavedRegion}
          onMouseDown={keepFocus}
          onClickCapture={takeFocus}
        >
          {onUndo && <PhoneUndo disabled={saving} onUndo={onUndo} />}
          <Words data-words="">
            <div data-reminder={notSaved === undefined ? '' : undefined}>{text}</div>
            {onUndo && note !== undefined && notSaved === undefined && <PhoneNote>{note}</PhoneNote>}
            <Counts>
              <span>{commonMessages.changes(changes)}</span>
              {first && (
                <Wrong>
                  <ErrorIcon size={14} />
                  <span>{`${commonMessages.errors(errors.length)}:`}</span>
                  <ToError type="button" onClick={first.onGo}>
                    <VisuallyHidden>{`${commonMessages.toFirstError(errors.length)} `}</VisuallyHidden>
                    <span>{first.label}</span>
                  </ToError>
                </Wrong>
              )}
            </Counts>
          </Words>
          <Buttons data-buttons="">
            <QuietButton data-discard="" disabled={saving} onClick={onDiscard}>
              {commonMessages.discard}
            </QuietButton>
            <SaveButton data-save="" loading={saving} reason={reason} onClick={onSave}>
              {saving ? commonMessages.saving : commonMessages.save}
            </SaveButton>
          </Buttons>
        </Bar>
      )}
    </FloatingFoot>
  );
  return foot ? createPortal(content, foot) : content;
}
