import { QueryClient } from '@tanstack/react-query'
import { Refusal } from './api.ts'

/** Retries once, except after a 4xx. Without a connection a request fails at once; queries are repeated once it is back. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          failures < 1 && !(error instanceof Refusal && error.status >= 400 && error.status < 500),
        retryDelay: 500,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
