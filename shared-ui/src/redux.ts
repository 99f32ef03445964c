/**
 * The Redux exports that remotes use, shared at run time as one module. Remotes don't bundle Redux Toolkit and don't
 * have to agree on a version. Add an export when a remote needs it.
 */
export { configureStore } from '@reduxjs/toolkit';
export { type BaseQueryFn, createApi, skipToken } from '@reduxjs/toolkit/query/react';
export { Provider, useDispatch } from 'react-redux';
