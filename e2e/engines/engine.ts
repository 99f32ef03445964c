/** The driver interface for installed browsers that Playwright can't drive. Elements are found by XPath. */

export type KeyName = 'Tab' | 'Backspace' | 'Escape' | 'ArrowLeft' | 'ArrowRight' | 'F2';

export interface EngineWindow {
  /** Opens a URL and waits for the document. */
  goto(address: string): Promise<void>;
  /** Evaluates an expression in the page. A promise is awaited. */
  evaluate<Value>(expression: string): Promise<Value>;
  click(xpath: string): Promise<void>;
  /** Replaces the text of a field. */
  fill(xpath: string, text: string): Promise<void>;
  /** Presses a key with Control. */
  pressWithControl(key: string): Promise<void>;
  /** Presses a non-character key. */
  press(key: KeyName): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
}

export interface Engine {
  /** The name and version, for the report. */
  version: string;
  window: EngineWindow;
  close(): Promise<void>;
}
