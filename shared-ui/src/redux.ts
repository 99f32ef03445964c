/**
 * The Redux names that remotes use, in one place: shared at run time as one module, so that no remote carries Redux
 * Toolkit of its own and none has to agree with another about its version. A name is added when a remote needs it.
 */
export { configureStore } from '@reduxjs/toolkit';
export { type BaseQueryFn, createApi, skipToken } from '@reduxjs/toolkit/query/react';
export { Provider, useDispatch } from 'react-redux';
