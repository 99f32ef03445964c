/**
 * The Redux exports that remotes use, shared at run time as one module. Remotes contain no Redux Toolkit of their own and
 * don't have to agree on a version. An export is added when a remote needs it.
 */
export { configureStore } from '@reduxjs/toolkit';
export { type BaseQueryFn, createApi, skipToken } from '@reduxjs/toolkit/query/react';
export { Provider, useDispatch } from 'react-redux';
