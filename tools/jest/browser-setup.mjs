import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// A busy machine takes its time; nothing is measured by it.
configure({ asyncUtilTimeout: 30_000 });
