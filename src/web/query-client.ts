import { QueryClient } from '@tanstack/react-query'
import { Refusal } from './api.ts'

/** A refusal that says what is wrong will say it again: only what may pass is tried a second time. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          failures < 1 && !(error instanceof Refusal && error.status >= 400 && error.status < 500),
        retryDelay: 500,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  })
}

/** What the page needs to start in the browser exactly as the server drew it. */
export interface PageState {
  /** Key and data of each answered query. */
  queries: [key: readonly unknown[], data: unknown][]
  /** Of the shop's public address: `SiteOrigin`. */
  origin: string
  loaderData: Record<string, unknown>
  errors: Record<string, unknown> | null
}
