import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { createContext, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router'
import { Refusal } from './api.ts'

/** The only query client: created for each render on the server, once in the browser. */
export const queryClientContext = createContext<QueryClient>()

// oxlint-disable-next-line typescript/no-explicit-any -- queries of every shape are primed alike
export type AnyQuery = FetchQueryOptions<any, any, any, any>
type Args = LoaderFunctionArgs<Readonly<RouterContextProvider>>

/** After this time the page shows its skeleton instead of keeping the visitor on the old one. */
const WORTH_WAITING_MS = 150

/**
 * A loader that fills the query cache, which the page reads with `useQuery`. The server waits for all data, as it
 * renders once; the browser waits a moment, then the page shows skeletons.
 */
export function prime(queriesOf: (args: Args) => AnyQuery[]) {
  return async (args: Args): Promise<null> => {
    const client = args.context.get(queryClientContext)
    const queries = queriesOf(args).filter((query) => !('enabled' in query) || query.enabled !== false)
    if (import.meta.env.SSR) {
      // All of them, also when one is refused: what is in the page must not depend on which came first.
      const ends = await Promise.allSettled(queries.map((query) => fetchOr404(client, query)))
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    } else {
      await fetchSoon(client, queries)
    }
    return null
  }
}

/** Waits a moment for the data. */
export async function fetchSoon(client: QueryClient, queries: AnyQuery[]): Promise<void> {
  await soon(Promise.allSettled(queries.map((query) => client.fetchQuery({ retry: 1, ...query }))))
}

/** Undefined if it takes longer. */
export function soon<Answer>(answer: Promise<Answer>, ms = WORTH_WAITING_MS): Promise<Answer | undefined> {
  return Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))])
}

/** A 404 of the API becomes a 404 of the page. */
async function fetchOr404(client: QueryClient, query: AnyQuery): Promise<void> {
  try {
    await client.fetchQuery({ ...query, retry: false })
  } catch (error) {
    // oxlint-disable-next-line typescript/only-throw-error -- React Router expects it
    if (error instanceof Refusal && error.status === 404) throw new Response(error.message, { status: 404 })
    throw error
  }
}
