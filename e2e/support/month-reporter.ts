/** Prints the journeys of a month of releases as a story: each step, whether it went as documented, and what happened. */
import type { FullResult, Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

class MonthReporter implements Reporter {
  printsToStdio(): boolean {
    return true;
  }

  onTestBegin({ title }: TestCase): void {
    print(`\n${title}`);
  }

  onStepEnd(_test: TestCase, _result: TestResult, { category, title, error }: TestStep): void {
    if (category === 'test.step') print(`  ${error ? 'FAILED' : 'ok    '}  ${title}`);
  }

  onTestEnd({ annotations }: TestCase, { status, errors, duration }: TestResult): void {
    for (const { type, description } of annotations) if (type === 'happened') print(`          ${description}`);
    for (const { message = '' } of errors) print(message);
    print(`  ${status}, ${Math.round(duration / 1000)} s`);
  }

  onEnd({ status }: FullResult): void {
    print(`\nThe month: ${status}`);
  }
}

export default MonthReporter;
