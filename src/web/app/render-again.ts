import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { type DataRouter, isRouteErrorResponse } from 'react-router'
import type { Session } from '../session/session.ts'
import type { PageState } from './page-state.ts'

/** The server renders for anonymous visitors: a hidden product is a 404, which an admin may see. */
export function isHiddenProduct(
  errors: PageState['errors'],
  pathname: string,
  session: Session | null,
): boolean {
  if (!session?.isAdmin || !pathname.startsWith('/producto/')) return false
  return Object.values(errors ?? {}).some((error) => isRouteErrorResponse(error) && error.status === 404)
}

/** Replaces the server's rendering, title and metas included, once the router has loaded the page. */
export async function renderAgain(root: HTMLElement, router: DataRouter, page: ReactNode): Promise<void> {
  await initialized(router)
  for (const tag of document.head.querySelectorAll('title, meta[name="description"], meta[name="robots"]'))
    tag.remove()
  createRoot(root).render(page)
}

function initialized(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe((state) => {
      if (!state.initialized) return
      stop()
      resolve()
    })
  })
}
